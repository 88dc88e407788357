import type { CertificateStatus } from '#modules/certificates/status.ts'
import type { certificate } from './tables.ts'

type Named = 'groupName' | 'kindName' | 'levelName' | 'scope' | 'number' | 'issuedOn' | 'validTo'
type Today = { status: CertificateStatus; statusName: string }

export const publicRowOf = (row: Pick<typeof certificate.$inferSelect, Named>, { status, statusName }: Today) => ({
  groupName: row.groupName,
  childName: row.kindName,
  levelName: row.levelName,
  scope: row.scope,
  certNo: row.number,
  issueDate: row.issuedOn,
  validTo: row.validTo,
  certStatus: status,
  certStatusName: statusName,
})
