import { Drawer } from 'antd'
import { Link, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { Acts, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { States } from '#ui/States.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { useRemoveParameter } from '#ui/table/useRemoveParameter.ts'
import { isCorrectable, winnerFields } from '../winnerForm.ts'
import { awardName } from '../winning.ts'
import { winnerTones } from './winnerTones.ts'

export type Winner = Output<ApiContract['GET /staff/award-winner/detail']>
type Kinds = readonly { id: number; name: string }[]

export function WinnerDrawer({ kinds, changed }: { kinds: Kinds; changed: () => void }) {
  const [query] = useSearchParams()
  const id = Number(query.get('winner')) || undefined
  const answer = useApi('GET /staff/award-winner/detail', id ? { id } : null)
  const close = useRemoveParameter('winner')
  const winner = answer.data?.id === id ? answer.data : undefined
  return (
    <Drawer title="获奖项目" open={id !== undefined} onClose={close} size="min(42rem, 100vw)" destroyOnHidden>
      <States answer={{ ...answer, data: winner }}>
        {of => (
          <>
            <Sheet of={of} />
            <WinnerActs
              of={of}
              kinds={kinds}
              gone={() => {
                close()
                changed()
              }}
              reload={() => {
                answer.reload()
                changed()
              }}
            />
          </>
        )}
      </States>
    </Drawer>
  )
}

const Sheet = ({ of }: { of: Winner }) => (
  <>
    <h3>{of.name}</h3>
    <Facts
      facts={[
        ['状态', <StateTag key="state" of={of} tones={winnerTones} />],
        ['公布自', of.shownFrom],
        ['撤销', of.withdrawn && `${of.withdrawn.date}：${of.withdrawn.reason}`],
        ['获奖', `${of.year} 年度${awardName(of)}`],
        ['专业组', of.groupName],
        ['单位', of.organisations.join('、')],
        ['人员', of.persons.join('、')],
        ['授奖日期', of.awardedOn],
        ['申报', of.applicationId && <Link to={`/staff/review/${of.applicationId}`}>查看申报与评审经过</Link>],
      ]}
    />
    {of.papers.length > 0 && (
      <Table
        caption="获奖证书"
        rows={of.papers}
        keyOf={({ certificateId }) => certificateId}
        columns={[
          {
            name: '证书编号',
            cell: ({ certificateId, number }) => <Link to={`/staff/certificates/${certificateId}`}>{number}</Link>,
            nowrap: true,
          },
          { name: '获奖者', cell: ({ holderName }) => holderName },
          { name: '名次', cell: ({ role, place }) => `${role}第 ${place}`, nowrap: true },
          { name: '状态', cell: ({ statusName }) => statusName, nowrap: true },
        ]}
      />
    )}
  </>
)

type Props = { of: Winner; kinds: Kinds; reload: () => void; gone: () => void }

const act = defineAct<Winner>()
const known = ({ id, version }: Winner, { reason }: FormValues) => ({ id, version, reason: String(reason ?? '') })

const correct = (kinds: Kinds) =>
  act({
    name: '更正',
    confirm: '有证书的，证书同时更正，编号不变，更正前后的内容公开显示在查验页。',
    fields: of => {
      const all = winnerFields(kinds)
      return [...(of.papers.length > 0 ? all.filter(isCorrectable) : all), reasonField('有证书的公开显示在查验页')]
    },
    initial: of => ({
      kindId: String(of.kindId),
      year: of.year,
      name: of.name,
      subTypeName: of.subTypeName,
      groupName: of.groupName,
      levelName: of.levelName,
      awardedOn: of.awardedOn,
      sort: of.sort,
      organisations: of.organisations.join('\n'),
      persons: of.persons.join('\n'),
    }),
    call: 'POST /staff/award-winner/save',
    input: (of, values) => {
      const { reason: _, ...form } = values
      return { ...known(of, values), form }
    },
    done: ({ name }) => `已更正：${name}`,
  })

const withdraw = act({
  name: '撤销奖励',
  confirm: '全部证书随之撤销，名单中保留并公开注明撤销的日期与原因，不能恢复。获奖者会收到通知。',
  isDanger: true,
  sends: true,
  fields: [
    { name: 'effectiveOn', label: '撤销日期', section: '', kind: 'day', required: true },
    reasonField('公开显示在获奖名单和查验页'),
  ],
  initial: () => ({ effectiveOn: dayOf(new Date()) }),
  call: 'POST /staff/award-winner/withdraw',
  input: (of, values) => ({ ...known(of, values), effectiveOn: String(values.effectiveOn ?? '') }),
  done: ({ name }) => `已撤销奖励：${name}`,
})

const remove = act({
  name: '删除',
  confirm: '用于录入有误的项目，删除后不能恢复。',
  isDanger: true,
  fields: [reasonField('记入审计日志')],
  call: 'POST /staff/award-winner/remove',
  input: known,
  done: '',
})

function WinnerActs({ of, kinds, reload, gone }: Props) {
  if (of.state === 'withdrawn') return null
  const isTyped = of.applicationId === null
  return (
    <Acts
      acts={{ correct: correct(kinds), withdraw, remove }}
      possible={['correct', 'withdraw', ...(isTyped && of.state === 'unpublished' ? ['remove' as const] : [])]}
      of={of}
      called={of.name}
      reload={reload}
      after={{ remove: gone }}
    />
  )
}
