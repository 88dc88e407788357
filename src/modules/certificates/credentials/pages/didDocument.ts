import { type Api, onServer } from '#api/load.ts'
import { didDocument } from '../did.ts'
import { answerJson } from './answerJson.ts'

/** Serves the DID document of the association (did:web). */
const load = async (api: Api) => {
  const { did, keys } = await api('GET /cert/credential/keys', {})
  return answerJson(didDocument(did, keys), 'application/did+json')
}
export const loader = onServer(load)
