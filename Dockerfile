# webnavigator with Chromium, an init process and a user without rights.
#   docker build -t webnavigator .
#   docker run --rm -v "$PWD/maps:/maps" webnavigator explore https://shop.example/ --map /maps/shop
#   docker run --rm -v "$PWD/maps:/maps" -p 127.0.0.1:8931:8931 -e WEBNAVIGATOR_MCP_TOKEN webnavigator \
#     mcp --map /maps/shop --host 0.0.0.0 --port 8931
FROM python:3.12-slim-bookworm

# tini reaps what browsers leave behind; the fonts show Chinese, Japanese and Korean pages as they are.
RUN apt-get update \
    && apt-get install -y --no-install-recommends chromium fonts-noto-cjk tini \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN pip install --no-cache-dir ".[mcp]" && rm -rf /src/*

RUN useradd --create-home --uid 1000 navigator && install -d -o navigator -g navigator /maps
USER navigator
WORKDIR /maps
ENV PYTHONUNBUFFERED=1
ENTRYPOINT ["tini", "--", "webnavigator"]
CMD ["--help"]
