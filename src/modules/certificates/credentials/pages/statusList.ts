import { type Address, type Api, onServer, pathId } from '#api/load.ts'
import { notFound } from '#lib/error.ts'
import { statusPurposes } from '../purposes.ts'
import { answerDocument } from './answerJson.ts'

/**
 * Serves a status list of revoked or suspended credentials. It is cached until something changes and dropped at once
 * then.
 */
const load = async (api: Api, { params }: Address) => {
  const purpose = statusPurposes.find(one => one === params.purpose)
  if (!purpose) throw notFound()
  const { jwt } = await api('GET /cert/credential/status', { list: pathId(params.list), purpose })
  return answerDocument(jwt, 'application/vc+jwt')
}
export const loader = onServer(load)
