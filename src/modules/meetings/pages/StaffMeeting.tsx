import './meetings.css'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { Facts } from '#ui/Facts.tsx'
import { Upload } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { UNRECORDED, unitOf } from '../meetingRule.ts'
import type { Outcome } from '../meetingWords.ts'
import type { Route } from './+types/StaffMeeting'
import { AgendaCandidates } from './AgendaCandidates.tsx'
import { Announcement } from './Announcement.tsx'
import { EffectNote } from './EffectNote.tsx'
import { ItemNotes, ItemTitle } from './ItemNotes.tsx'
import { MeetingAgenda } from './MeetingAgenda.tsx'
import { MeetingHead } from './MeetingHead.tsx'
import { MeetingInvitation } from './MeetingInvitation.tsx'
import { MeetingPapers } from './MeetingPapers.tsx'
import { MeetingRecord } from './MeetingRecord.tsx'
import { MeetingVotes } from './MeetingVotes.tsx'

export { staffMeeting as handle } from '#modules/meetings/pages/screens.ts'

export const clientLoader = screenLoader(async (api, { params }) => {
  const id = pathId(params.id)
  const [of, invitation] = await Promise.all([
    api('GET /staff/meeting/detail', { id }),
    api('GET /staff/meeting/invitation', { id }),
  ])
  return { of, invitation }
})

export type Meeting = Output<ApiContract['GET /staff/meeting/detail']>
export type Parts = { of: Meeting; changed: () => void }

export default function StaffMeeting({ loaderData: { of, invitation } }: Route.ComponentProps) {
  useScreenName(of.title)
  const { revalidate } = useRevalidator()
  const parts = { of, changed: revalidate }
  return (
    <>
      <MeetingHead {...parts} heads={invitation.heads} />
      <MeetingInvitation {...parts} invitation={invitation} />
      {of.state === 'planned' && (
        <>
          <MeetingAgenda {...parts} />
          <AgendaCandidates {...parts} />
        </>
      )}
      {(of.state === 'held' || of.state === 'recorded') && <MeetingVotes {...parts} />}
      {of.state === 'held' && <MeetingRecord {...parts} />}
      {(of.state === 'recorded' || of.state === 'adjourned') && <MeetingResult of={of} />}
      <MeetingPapers {...parts} />
      {of.announcements.map(announcement => (
        <Announcement key={announcement.kind} title={announcement.title} html={announcement.html}>
          <AnnouncementArticle of={of} announcement={announcement} />
        </Announcement>
      ))}
    </>
  )
}

const tones: Record<Outcome, Tone> = { pass: 'good', reject: 'bad', postpone: 'warn', withdrawn: 'plain' }

const MeetingResult = ({ of }: { of: Meeting }) => (
  <section className="desk-card">
    <h2>{of.state === 'adjourned' ? '议程（留待再次召开）' : '审议结果'}</h2>
    {of.opinion && <p>决定：{of.opinion}</p>}
    <MeetingAttended of={of} />
    <Table
      caption="审议结果"
      rows={of.agenda}
      keyOf={({ itemId }) => itemId}
      columns={[
        {
          name: '议题',
          cell: ({ applicationId, title, notes, effect }) => (
            <>
              <ItemTitle applicationId={applicationId} title={title} />
              <ItemNotes notes={notes} />
              <EffectNote effect={effect} />
            </>
          ),
        },
        {
          name: '事项',
          cell: ({ kindName, number, presenter }) => [kindName, number, presenter].filter(Boolean).join(' '),
        },
        {
          name: '结果',
          cell: ({ outcome, outcomeName }) => outcome && <Tag tone={tones[outcome]}>{outcomeName}</Tag>,
          nowrap: true,
        },
        ...(of.agenda.some(({ votes }) => votes)
          ? [{ name: '表决', cell: ({ votes }: Meeting['agenda'][number]) => votes?.words ?? '未计票' }]
          : []),
        { name: '理由', cell: ({ reason }) => reason || '—' },
        { name: '现在', cell: ({ statusName }) => statusName || '—', nowrap: true },
      ]}
    />
    {of.minutes.length > 0 && (
      <>
        <h3>会议纪要</h3>
        <Upload use="material" label="会议纪要" value={of.minutes} onChange={() => {}} readOnly />
      </>
    )}
  </section>
)

/** Shows attendance; for meetings recorded before there were rules, says that it is unknown. */
function MeetingAttended({ of: { rule, attendance } }: { of: Meeting }) {
  if (!rule) return <p>{UNRECORDED}</p>
  if (!attendance) return null
  const { entitled, present, onLeave, names, chair, recorder } = attendance
  const unit = unitOf(rule)
  return (
    <Facts
      facts={[
        ['出席', present !== null && `应到 ${entitled} ${unit}，实到 ${present} ${unit}，请假 ${onLeave} ${unit}`],
        ['会议规则的应到人数', rule.entitled !== entitled && rule.entitled && `${rule.entitled} 人`],
        ['主持人', chair],
        ['记录人', recorder],
        ['出席人员', names.join('、')],
      ]}
    />
  )
}

type Props = { of: Meeting; announcement: Meeting['announcements'][number] }

/** The article that was made of an announcement; or its making, for who may, and who may, for who may not. */
function AnnouncementArticle({ of, announcement: { kind, article } }: Props) {
  if (article)
    return (
      <p>
        已生成文章：<Link to={article.route}>{article.title}</Link> <Tag>{article.stateName}</Tag>
      </p>
    )
  if (of.writers) return <p>{of.writers}。也可以复制文稿给他们。</p>
  return <MakeArticle id={of.id} kind={kind} />
}

function MakeArticle({ id, kind }: { id: number; kind: string }) {
  const navigate = useNavigate()
  const columns = useApi('GET /staff/article/columns', {})
  const [catalogId, choose] = useState<number>()
  const { submit, busy, error } = useSubmit('POST /staff/meeting/article')
  const make = async () => {
    const made = await submit({ id, kind, catalogId })
    if (made) navigate(made.route)
  }
  return (
    <>
      <Field name={`column-${kind}`} label="文章的栏目" hint="不选的，放在常用位置“公示公告”指定的栏目">
        {described => (
          <Select
            {...described}
            className="meeting-column"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            value={catalogId}
            onChange={choose}
            options={(columns.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Field>
      <Problem>{error?.message}</Problem>
      <div className="form-actions">
        <Button type="primary" loading={busy} onClick={() => void make()}>
          生成公示文章草稿
        </Button>
      </div>
    </>
  )
}
