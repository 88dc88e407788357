import { type Api, onServer } from '#api/load.ts'
import { keySet } from '../did.ts'
import { answerJson } from './answerJson.ts'

const load = async (api: Api) => {
  const { keys } = await api('GET /cert/credential/keys', {})
  return answerJson(keySet(keys), 'application/jwk-set+json')
}
export const loader = onServer(load)
