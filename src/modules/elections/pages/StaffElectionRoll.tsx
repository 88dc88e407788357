import { Link, useRevalidator } from 'react-router'
import { pathId } from '#api/load.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag } from '#ui/Tag.tsx'
import { rollFilters } from '../electionFilters.ts'
import type { objectionKindNames } from '../electionWords.ts'
import type { Route } from './+types/StaffElectionRoll'
import { objectionKindField } from './electionForm.ts'
import { rollOf } from './registers.ts'

export { staffElectionRoll as handle } from './screens.ts'

export const clientLoader = screenLoader(async (api, address) => {
  const id = pathId(address.params.id)
  const [of, list] = await Promise.all([api('GET /staff/election/detail', { id }), rollOf(id).load(api, address)])
  return { of, ...list }
})

type Voter = { id: number; name: string; isEntitled: boolean }

const object = defineAct<{ electionId: number; voter: Voter }>()({
  name: '登记异议',
  call: 'POST /staff/election/objection',
  confirm: '书面提出的异议在这里登记；在会员中心提出的不用登记。',
  fields: ({ voter }) => [
    objectionKindField(voter),
    { name: 'content', label: '内容', section: '', kind: 'paragraph', required: true, max: 1000 },
    { name: 'byName', label: '提出人', section: '', kind: 'text', required: true, max: 60 },
  ],
  input: ({ electionId, voter }, values) => ({
    id: electionId,
    voterId: voter.id,
    kind: values.kind as keyof typeof objectionKindNames,
    content: String(values.content ?? ''),
    byName: String(values.byName ?? ''),
  }),
  done: '异议已登记',
})

/** 选举人名册: who has a vote and who has none; objections on paper are entered at the seat that they are about. */
export default function StaffElectionRoll({ loaderData }: Route.ComponentProps) {
  const { of } = loaderData
  useScreenName(`名册：${of.title}`)
  const { revalidate } = useRevalidator()
  const { electionId: _, ...filters } = rollFilters
  return (
    <RegisterTable
      of={rollOf(of.id)}
      loaded={loaderData}
      unit="栏"
      filters={registerFilters(filters, {})}
      actions={<Link to={`/staff/elections/${of.id}`}>回到这次选举</Link>}
      empty={
        of.rollDay
          ? { title: '没有这样的选举人', children: <p>换一个条件再找。</p> }
          : { title: '还没有名册', children: <p>回到这次选举，冻结并公布名册。</p> }
      }
      cells={{ isEntitled: ({ isEntitled }) => (isEntitled ? '有' : <Tag tone="bad">没有</Tag>) }}
      acts={(chosen, done) => {
        const [voter] = chosen
        if (of.state !== 'roll' || !voter || chosen.length > 1) return null
        return (
          <ActButton
            act={object}
            of={{ electionId: of.id, voter }}
            called={voter.name}
            reload={() => {
              done()
              void revalidate()
            }}
          />
        )
      }}
    />
  )
}
