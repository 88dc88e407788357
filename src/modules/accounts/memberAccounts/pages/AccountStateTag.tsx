import { Tag, type Tone } from '#ui/Tag.tsx'
import type { AccountState } from '../../memberAccountFilters.ts'

const TONES: Record<AccountState, Tone> = { active: 'good', frozen: 'warn', disabled: 'bad', deleted: 'plain' }

export const AccountStateTag = ({ status, name }: { status: AccountState; name: string }) => (
  <Tag tone={TONES[status]}>{name}</Tag>
)
