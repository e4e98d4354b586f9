"""From the settings to the model of the user's choice and to where its vectors are kept."""

from pathlib import Path

from webnavigator.config import RetrieveSettings
from webnavigator.errors import BadInputError
from webnavigator.retrieval.added import AddedEncoder
from webnavigator.retrieval.base import StateEncoder
from webnavigator.retrieval.local_models import LocalEncoder
from webnavigator.retrieval.local_vectors import LocalVectors
from webnavigator.retrieval.qdrant import QdrantVectors, collection_for, open_client
from webnavigator.retrieval.remote_models import JinaEncoder, VllmEncoder
from webnavigator.retrieval.state_vectors import StateVectors

BUILT_IN = frozenset({"embedded", "lexical"})
_FOLDER = "encoder"


def open_added(index_dir: Path, settings: RetrieveSettings) -> AddedEncoder | None:
    """The model that the settings name beside the embedded encoders, loaded when first needed; None: none.

    Args:
        index_dir: folder of the map's index.
        settings: `encoder` and what goes with it.
    """
    if settings.encoder in BUILT_IN:
        return None

    def vectors() -> StateVectors:
        if settings.qdrant_url is not None:
            return QdrantVectors(open_client(settings.qdrant_url), collection_for(index_dir))
        return LocalVectors(index_dir / _FOLDER)

    return AddedEncoder(settings, lambda: open_model(settings), vectors)


def open_model(settings: RetrieveSettings) -> StateEncoder:
    """Load the model.

    Raises:
        BadInputError: there is no such model, or what it needs is not given.
        MissingExtraError: the part that runs it is not installed.
    """
    kind, _, model = settings.encoder.partition(":")
    if kind in ("vllm", "jina") and not model:
        raise BadInputError(f"encoder {settings.encoder}: say which model, {kind}:MODEL")
    if kind == "vllm":
        if settings.encoder_url is None:
            raise BadInputError(
                f"encoder {settings.encoder} needs the server's address: WEBNAVIGATOR_RETRIEVE__ENCODER_URL"
            )
        return VllmEncoder(model, settings.encoder_url)
    if kind == "jina":
        return JinaEncoder(model, settings.encoder_url, dense=settings.encoder_mode == "dense")
    return LocalEncoder(settings.encoder)
