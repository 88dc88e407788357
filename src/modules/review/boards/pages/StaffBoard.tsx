import './board.css'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { Empty } from '#ui/Empty.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Upload } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Outcome } from '../board.ts'
import { UNRECORDED } from '../votes.ts'
import type { Route } from './+types/StaffBoard'
import { Announcement } from './Announcement.tsx'
import { BoardCandidates } from './BoardCandidates.tsx'
import { BoardHead } from './BoardHead.tsx'
import { BoardNotes } from './BoardNotes.tsx'
import { BoardRecord } from './BoardRecord.tsx'

export { staffBoard as handle } from '#modules/review/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) => api('GET /staff/board/detail', { id: pathId(params.id) }))

export type Board = Output<ApiContract['GET /staff/board/detail']>
export type Parts = { of: Board; changed: () => void }

export default function StaffBoard({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.title)
  const { revalidate } = useRevalidator()
  const parts = { of, changed: revalidate }
  return (
    <>
      <BoardHead {...parts} />
      {of.state === 'planned' && (
        <>
          <BoardAgenda {...parts} />
          <BoardCandidates {...parts} />
        </>
      )}
      {of.state === 'held' && <BoardRecord {...parts} />}
      {of.state === 'recorded' && <BoardResult of={of} />}
      {of.announcements.map(announcement => (
        <Announcement key={announcement.kind} title={announcement.title} html={announcement.html}>
          <AnnouncementArticle of={of} announcement={announcement} />
        </Announcement>
      ))}
    </>
  )
}

const tones: Record<Outcome, Tone> = { pass: 'good', reject: 'bad', postpone: 'warn' }

const BoardResult = ({ of }: { of: Board }) => (
  <section className="desk-card">
    <h2>审议结果</h2>
    <p>决定：{of.opinion}</p>
    <BoardAttended of={of} />
    <Table
      caption="审议结果"
      rows={of.agenda}
      keyOf={({ applicationId }) => applicationId}
      columns={[
        {
          name: '申请人',
          cell: ({ applicationId, title, notes }) => (
            <>
              <Link to={`/staff/review/${applicationId}`}>{title}</Link>
              <BoardNotes notes={notes} />
            </>
          ),
        },
        { name: '事项', cell: ({ kindName, number }) => `${kindName} ${number}` },
        {
          name: '结果',
          cell: ({ outcome, outcomeName }) => outcome && <Tag tone={tones[outcome]}>{outcomeName}</Tag>,
          nowrap: true,
        },
        ...(of.agenda.some(({ votes }) => votes)
          ? [{ name: '表决', cell: ({ votes }: Board['agenda'][number]) => votes?.words ?? '未计票' }]
          : []),
        { name: '理由', cell: ({ reason }) => reason || '—' },
        { name: '现在', cell: ({ statusName }) => statusName, nowrap: true },
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
function BoardAttended({ of: { rule, attendance } }: { of: Board }) {
  if (!rule) return <p>{UNRECORDED}</p>
  if (!attendance) return null
  const { entitled, present, onLeave, names, chair, recorder } = attendance
  return (
    <Facts
      facts={[
        ['出席', present !== null && `应到 ${entitled} 人，实到 ${present} 人，请假 ${onLeave} 人`],
        ['会议规则的应到人数', rule.entitled !== entitled && rule.entitled && `${rule.entitled} 人`],
        ['主持人', chair],
        ['记录人', recorder],
        ['出席人员', names.join('、')],
      ]}
    />
  )
}

type Props = { of: Board; announcement: Board['announcements'][number] }

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
  const { submit, busy, error } = useSubmit('POST /staff/board/article')
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
            className="board-column"
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

/** The agenda as it is called up: up, down, away with it. */
function BoardAgenda({ of, changed }: Parts) {
  const { submit, busy, error } = useSubmit('POST /staff/board/items')
  const ids = of.agenda.map(({ applicationId }) => applicationId)
  const set = async (applicationIds: number[], said: string) => {
    if (!(await submit({ id: of.id, version: of.version, applicationIds }))) return
    announce(said)
    changed()
  }
  const move = (at: number, by: -1 | 1) => {
    const next = [...ids]
    next.splice(at + by, 0, ...next.splice(at, 1))
    void set(next, `已移到第 ${at + by + 1} 项`)
  }
  return (
    <section className="desk-card">
      <h2>议程</h2>
      <Problem>{error?.message}</Problem>
      {ids.length === 0 && (
        <Empty title="议程上还没有申请">
          <p>在下面勾选待审议的申请，再选入议程。</p>
        </Empty>
      )}
      <ol className="board-agenda">
        {of.agenda.map(({ applicationId, title, kindName, number, notes, hindrance }, i) => (
          <li key={applicationId}>
            <div>
              <Link to={`/staff/review/${applicationId}`}>{title}</Link>
              <p>
                {kindName}　{number}
              </p>
              <BoardNotes notes={notes} />
              {hindrance && <p className="board-hindrance">{hindrance}</p>}
            </div>
            <div className="board-tools">
              <Button aria-label={`上移 ${title}`} disabled={busy || i === 0} onClick={() => move(i, -1)}>
                <Icon name="up" size={16} />
              </Button>
              <Button aria-label={`下移 ${title}`} disabled={busy || i === ids.length - 1} onClick={() => move(i, 1)}>
                <Icon name="down" size={16} />
              </Button>
              <Button
                aria-label={`移除 ${title}`}
                disabled={busy}
                onClick={() =>
                  void set(
                    ids.filter(id => id !== applicationId),
                    `已移除：${title}`,
                  )
                }
              >
                移除
              </Button>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
