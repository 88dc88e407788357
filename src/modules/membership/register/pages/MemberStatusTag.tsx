import type { memberStatusNames } from '#modules/membership/words.ts'
import { Tag, type Tone } from '#ui/Tag.tsx'

type Status = keyof typeof memberStatusNames

const TONES: Record<Status, Tone> = {
  active: 'good',
  unpaid: 'warn',
  overdue: 'warn',
  suspended: 'warn',
  withdrawn: 'plain',
  lapsed: 'plain',
  expelled: 'bad',
}

export const MemberStatusTag = ({ status, name }: { status: Status; name: string }) => (
  <Tag tone={TONES[status]}>{name}</Tag>
)
