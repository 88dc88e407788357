import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import type { ElectionFile } from './electionForm.ts'

type Tie = { of: ElectionFile; contest: ElectionFile['contests'][number] }

const settle = defineAct<Tie>()({
  name: '决定票数相同的名额',
  action: '决定',
  call: 'POST /staff/election/settleTie',
  confirm: ({ of, contest }) =>
    `选举办法：${of.tie}。还有 ${contest.seatsLeft} 个名额，票数相同的是：${contest.tied.map(({ name }) => name).join('、')}。按入会早晚能决定的，由记录自动决定；不能的，填写抽签的结果。`,
  fields: ({ contest }) => [
    {
      name: 'winners',
      label: '抽中的人',
      section: '',
      kind: 'choices',
      options: contest.tied.map(({ id, name }) => ({ code: String(id), name })),
      hint: `选 ${contest.seatsLeft} 人；按入会早晚决定的留空`,
    },
    { name: 'note', label: '怎样抽签、谁在场', section: '', kind: 'paragraph', max: 200 },
  ],
  input: ({ of, contest }, values) => ({
    id: of.id,
    version: of.version,
    contestId: contest.id,
    winners: ((values.winners ?? []) as string[]).map(Number),
    note: String(values.note ?? ''),
  }),
  done: '已决定',
})

/** Settles a tie at the last place by the rule of the election. */
export const TieButton = ({ of, contest, reload }: Tie & { reload: () => void }) => (
  <ActButton act={settle} of={{ of, contest }} called={contest.name} reload={reload} size="small" />
)
