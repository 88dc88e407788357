/** A public key of the association, as the contract gives it. */
export type PublicKey = { kid: string; x: string; y: string; revoked: string | null }

/** did:web: the association is known by the address of its site, with a port that is not usual written `%3A`. */
export const didOf = (publicUrl: string) => {
  const { host, pathname } = new URL(publicUrl)
  const path = pathname.split('/').filter(Boolean)
  return ['did:web', encodeURIComponent(host), ...path.map(encodeURIComponent)].join(':')
}

const toJwk = ({ kid, x, y }: PublicKey) => ({ kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' })

/**
 * Builds the DID document: the association's identifier and its public keys (W3C DID 1.1, Controlled Identifiers 1.0).
 */
export function didDocument(did: string, keys: readonly PublicKey[]) {
  const idOf = ({ kid }: PublicKey) => `${did}#${kid}`
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id: did,
    verificationMethod: keys.map(key => ({
      id: idOf(key),
      type: 'JsonWebKey2020',
      controller: did,
      publicKeyJwk: toJwk(key),
      ...(key.revoked === null ? {} : { revoked: key.revoked }),
    })),
    assertionMethod: keys.filter(({ revoked }) => revoked === null).map(idOf),
  }
}

/** The same keys for who reads RFC 7517: those alone that may be relied on. */
export const keySet = (keys: readonly PublicKey[]) => ({
  keys: keys.filter(({ revoked }) => revoked === null).map(toJwk),
})
