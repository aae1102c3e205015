# One server, with the solver. Its data is on the volume /data:
#
#   docker build --tag gaprace . && docker run --publish 8000:8000 --volume gaprace:/data gaprace
#
# PYTHON_IMAGE pins the base to a digest. Nothing is compiled here: all packages come as wheels, by their hashes.
ARG PYTHON_IMAGE=python:3.13.9-slim

FROM $PYTHON_IMAGE AS wheel
WORKDIR /src
COPY requirements-build.lock ./
RUN pip install --no-cache-dir --require-hashes --only-binary :all: --requirement requirements-build.lock
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY server server
COPY client client
COPY migrations migrations
RUN pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheel .

FROM $PYTHON_IMAGE AS build
RUN python -m venv /opt/gaprace
COPY requirements-image.lock ./
RUN /opt/gaprace/bin/pip install --no-cache-dir --require-hashes --only-binary :all: --requirement requirements-image.lock
COPY --from=wheel /wheel /wheel
RUN /opt/gaprace/bin/pip install --no-cache-dir --no-deps /wheel/*

FROM $PYTHON_IMAGE
# The image of Python has its library without compiled code, which would be compiled anew at each start and health check.
RUN python -m compileall -q -x 'site-packages|/tests?/' "$(python -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')"
# A new volume gets the owner of this folder.
RUN useradd --system --no-create-home --uid 10001 gaprace && install --directory --owner=gaprace --mode=700 /data
COPY --from=build /opt/gaprace /opt/gaprace
ENV PATH=/opt/gaprace/bin:$PATH \
    GAPRACE_HOST=0.0.0.0 \
    GAPRACE_DATABASE_URL=sqlite:////data/gaprace.db \
    GAPRACE_CACHE_DIR=/data/cache
USER gaprace
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --retries=3 --start-period=30s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
CMD ["gaprace", "serve"]
