/**
 * A certified provider of OpenID Connect (panva's `oidc-provider`), with one client and one person, for a test.
 *
 * Arguments: the client's id, its secret, and its redirect address. It prints its issuer, and ends with its standard input.
 */

import { createServer } from "node:http";
import Provider from "../../client/node_modules/oidc-provider/lib/index.js";

const [client_id, client_secret, redirect] = process.argv.slice(2);
const PERSON = {
  sub: "ann",
  email: "ann@example.org",
  email_verified: true,
  given_name: "Ann",
  groups: ["players"],
};

const server = createServer();
server.listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id,
        client_secret,
        redirect_uris: [redirect],
        response_types: ["code"],
        grant_types: ["authorization_code"],
        token_endpoint_auth_method: "client_secret_basic",
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name", "groups"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: () => ({ accountId: PERSON.sub, claims: () => PERSON }),
    features: { devInteractions: { enabled: true } },
  });
  server.on("request", provider.callback());
  console.log(issuer);
});
process.stdin.on("end", () => process.exit()).resume();
