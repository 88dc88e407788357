import { type Api, onServer } from '#api/load.ts'
import { credentialSchema } from '../schema.ts'
import { answerJson } from './answerJson.ts'

const load = async (api: Api) => {
  const { publicUrl } = await api('GET /config/public', {})
  return answerJson(credentialSchema(publicUrl), 'application/schema+json')
}
export const loader = onServer(load)
