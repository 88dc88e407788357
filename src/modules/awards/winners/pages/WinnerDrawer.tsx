import { Drawer } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { Facts } from '#ui/Facts.tsx'
import { type ActOnOne, ActsOnOne } from '#ui/register/ActsOnOne.tsx'
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
              key={of.version}
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

type Act = 'correct' | 'withdraw' | 'remove'
type Props = {
  of: Winner
  kinds: readonly { id: number; name: string }[]
  reload: () => void
  gone: () => void
}

const words: Record<Act, { name: string; intro: string; danger: boolean }> = {
  correct: { name: '更正', intro: '有证书的，证书同时更正，编号不变，更正前后的内容公开显示在查验页。', danger: false },
  withdraw: {
    name: '撤销奖励',
    intro: '全部证书随之撤销，名单中保留并公开注明撤销的日期与原因，不能恢复。获奖者会收到通知。',
    danger: true,
  },
  remove: { name: '删除', intro: '用于录入有误的项目，删除后不能恢复。', danger: true },
}

function WinnerActs({ of, kinds, reload, gone }: Props) {
  if (of.state === 'withdrawn') return null
  const isTyped = of.applicationId === null
  const possible: Act[] = ['correct', 'withdraw', ...(isTyped && of.state === 'unpublished' ? ['remove' as const] : [])]
  const actOf = (act: Act): ActOnOne => ({
    ...words[act],
    fields: fieldsOf(act, of, kinds),
    initial: act === 'correct' ? valuesOf(of) : { effectiveOn: dayOf(new Date()) },
  })
  const send = async (act: Act, values: FormValues) => {
    await sendAct(act, of, values)
    announce(`已${words[act].name}：${of.name}`)
    if (act === 'remove') gone()
    else reload()
  }
  return <ActsOnOne possible={possible} actOf={actOf} called={of.name} send={send} reload={reload} />
}

const day: FormField = { name: 'effectiveOn', label: '撤销日期', section: '', kind: 'day', required: true }

function fieldsOf(act: Act, of: Winner, kinds: Props['kinds']): FormField[] {
  const all = winnerFields(kinds)
  if (act === 'correct')
    return [...(of.papers.length > 0 ? all.filter(isCorrectable) : all), reasonField('有证书的公开显示在查验页')]
  return act === 'withdraw' ? [day, reasonField('公开显示在获奖名单和查验页')] : [reasonField('记入审计日志')]
}

const valuesOf = (of: Winner): FormValues => ({
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
})

function sendAct(act: Act, { id, version }: Winner, { reason, effectiveOn, ...form }: FormValues) {
  const known = { id, version, reason: String(reason ?? '') }
  if (act === 'correct') return browserApi('POST /staff/award-winner/save', { ...known, form })
  if (act === 'remove') return browserApi('POST /staff/award-winner/remove', known)
  return browserApi('POST /staff/award-winner/withdraw', { ...known, effectiveOn: String(effectiveOn ?? '') })
}
