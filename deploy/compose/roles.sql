-- Runs once, with a new volume. The servers own their database, and nothing else.
\getenv password GAPRACE_PASSWORD
CREATE ROLE gaprace LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
CREATE DATABASE gaprace OWNER gaprace;
REVOKE ALL ON DATABASE gaprace FROM PUBLIC;
