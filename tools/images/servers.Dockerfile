# Postgres, NATS and Redis from Debian, for engines that reach no registry of images: one image that compose.yaml can use for all three.
FROM node:20.20-bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends nats-server postgresql redis-server \
 && rm -rf /var/lib/apt/lists/* /var/lib/postgresql/15 \
 && ln -s /usr/lib/postgresql/15/bin/* /usr/local/bin/ 2>/dev/null; \
    install -d -o postgres -g postgres /var/lib/postgresql/data /var/run/postgresql && install -d -o redis -g redis /data
COPY start-server.sh /usr/local/bin/start-server
ENV PGDATA=/var/lib/postgresql/data
ENTRYPOINT ["start-server"]
CMD ["postgres"]
