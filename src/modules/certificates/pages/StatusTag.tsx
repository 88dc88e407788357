import { Tag } from '#ui/Tag.tsx'
import { type CertificateStatus, toneOf } from '../status.ts'

/** In lists: the words and the colour of the answer when it is checked. */
export const StatusTag = ({ status, name }: { status: CertificateStatus; name: string }) => (
  <Tag tone={toneOf(status)}>{name}</Tag>
)
