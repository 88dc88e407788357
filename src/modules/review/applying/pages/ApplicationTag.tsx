import { type State, waitsFor } from '#modules/review/workflow.ts'
import { Tag, type Tone } from '#ui/Tag.tsx'

const tones: Record<ReturnType<typeof waitsFor>, Tone> = {
  applicant: 'warn',
  staff: 'water',
  calendar: 'water',
  nobody: 'plain',
}

/** The state of an application, as its applicant sees it: what waits for them stands out. */
export const ApplicationTag = ({ status, name }: { status: State; name: string }) => (
  <Tag tone={status === 'approved' ? 'good' : tones[waitsFor(status)]}>{name}</Tag>
)
