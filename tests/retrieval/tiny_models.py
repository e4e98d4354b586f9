"""Small models with random weights, saved as the large ones are: the path that loads them is the real one."""

from pathlib import Path
from typing import Any

WORDS = "orders of the shop list all red green blue dialog to assign another customer promotions coupons".split()
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "<bos>", "<eos>"]


def tokenizer() -> Any:
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.WordLevel({word: at for at, word in enumerate([*SPECIAL, *WORDS])}, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]",
        mask_token="[MASK]", bos_token="<bos>", eos_token="<eos>", model_max_length=64,
    )  # fmt: skip


def text_model(folder: Path, *, many: bool) -> Path:
    """A text model with one vector a text, or with many."""
    import torch
    from sentence_transformers import MultiVectorEncoder, SentenceTransformer
    from transformers import BertConfig, BertModel

    torch.manual_seed(0)
    words = tokenizer()
    config = BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16
    )
    BertModel(config).save_pretrained(folder / "backbone")
    words.save_pretrained(folder / "backbone")
    kind = MultiVectorEncoder if many else SentenceTransformer
    kind(str(folder / "backbone")).save_pretrained(str(folder / "model"))
    return folder / "model"


def colpali(folder: Path) -> Path:
    """ColPali as transformers has it: pictures of four patches."""
    import torch
    from transformers import ColPaliConfig, ColPaliForRetrieval, ColPaliProcessor, PaliGemmaConfig, SiglipImageProcessor

    torch.manual_seed(0)
    pictures = SiglipImageProcessor(size={"height": 28, "width": 28})
    pictures.image_seq_length = 4
    processor = ColPaliProcessor(pictures, tokenizer())
    layers = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    text = {"model_type": "gemma", "vocab_size": len(processor.tokenizer), "num_key_value_heads": 1, "head_dim": 8}
    vision = {"model_type": "siglip_vision_model", "image_size": 28, "patch_size": 14, "projection_dim": 16}
    vlm = PaliGemmaConfig(
        text_config={**layers, **text},
        vision_config={**layers, **vision},
        projection_dim=16,
        hidden_size=16,
        image_token_index=processor.image_token_id,
    )
    ColPaliForRetrieval(ColPaliConfig(vlm_config=vlm, embedding_dim=16)).save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder
