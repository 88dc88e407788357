import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { defineForm, fieldsIn } from '#lib/form/form.ts'
import { ActButton } from '#ui/act/Acts.tsx'
import { Day } from '#ui/Day.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { Tag } from '#ui/Tag.tsx'
import { MeetingForm } from './MeetingForm.tsx'
import { reopenMeeting } from './motionActs.tsx'
import type { Meeting, Parts } from './StaffMeeting.tsx'
import { meetingTones } from './tones.ts'

export type Heads = Output<ApiContract['GET /staff/meeting/quorum']>['heads']

export function MeetingHead({ of, changed, heads }: Parts & { heads: Heads }) {
  const [editing, setEditing] = useState(false)
  const [adjourning, setAdjourning] = useState(false)
  const { submit, busy, error } = useSubmit('POST /staff/meeting/move')
  const { id, version, state } = of
  const isOpen = state === 'planned' || state === 'held'
  const move = async (to: 'planned' | 'held') => {
    if (await submit({ id, version, to })) changed()
  }
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>{of.title}</h2>
        <Tag tone={meetingTones[state]}>{of.stateName}</Tag>
      </div>
      <p className="meeting-facts">
        <span>{of.bodyName}</span>
        <span>
          <Day of={of.meetsOn} /> {of.startsAt}
        </span>
        <span>{placeOf(of)}</span>
        {of.onlineUrl && <a href={of.onlineUrl}>线上会议</a>}
        <span>{of.items} 项</span>
        {state !== 'planned' && (
          <span>
            {of.actorName} 于 {minute(of.updatedAt)} {stateActs[state]}
          </span>
        )}
      </p>
      {of.rule && <p>{`${ruleNames[state]}：${of.rule.sentences.join('；')}。`}</p>}
      <Problem>{error?.message}</Problem>
      <div className="form-actions">
        {state === 'planned' && of.items > 0 && (
          <Button type="primary" loading={busy} onClick={() => void move('held')}>
            {of.isWritten ? '进入通讯表决' : '会议已召开'}
          </Button>
        )}
        {of.items > 0 && (
          <>
            <SaveButton save={() => saveFile('GET /staff/meeting/agenda', { id, format: 'pdf' })}>议程 PDF</SaveButton>
            <SaveButton save={() => saveFile('GET /staff/meeting/agenda', { id, format: 'docx' })}>
              议程 Word
            </SaveButton>
          </>
        )}
        {state === 'recorded' && (
          <>
            <SaveButton save={() => saveFile('GET /staff/meeting/resolution', { id, format: 'pdf' })}>
              决议 PDF
            </SaveButton>
            <SaveButton save={() => saveFile('GET /staff/meeting/resolution', { id, format: 'docx' })}>
              决议 Word
            </SaveButton>
          </>
        )}
        {!isOpen && (
          <>
            <Link className="button" to={`/staff/meetings/${id}/minutes`}>
              会议纪要
            </Link>
            <SaveButton save={() => saveFile('GET /staff/meeting/attendance', { id, format: 'pdf' })}>
              签到表 PDF
            </SaveButton>
            <SaveButton save={() => saveFile('GET /staff/meeting/attendance', { id, format: 'docx' })}>
              签到表 Word
            </SaveButton>
            <SaveButton save={() => saveFile('GET /staff/meeting/archive', { id })}>归档 ZIP</SaveButton>
          </>
        )}
        {isOpen && <Button onClick={() => setEditing(true)}>修改会议信息</Button>}
        {state === 'held' && (
          <Button loading={busy} onClick={() => void move('planned')}>
            退回筹备
          </Button>
        )}
        {state === 'recorded' && <ActButton act={reopenMeeting} of={of} called={of.title} reload={changed} />}
        {state === 'held' && !of.isWritten && <Button onClick={() => setAdjourning(true)}>休会，另行召开</Button>}
      </div>
      {state === 'held' && !of.isWritten && heads.entitled > 0 && (
        <p className={heads.hasQuorum ? undefined : 'field-error'}>{quorumWords(heads)}</p>
      )}
      {adjourning && <Adjourn of={of} heads={heads} close={() => setAdjourning(false)} />}
      {editing && <MeetingForm of={of} close={() => setEditing(false)} changed={changed} />}
    </section>
  )
}

function placeOf({ isWritten, votesUntil, place, onlineUrl }: Meeting): string {
  if (isWritten) return `通讯表决${votesUntil ? `，截止 ${minute(votesUntil)}` : ''}`
  return place || (onlineUrl ? '线上' : '地点未定')
}

const ruleNames = { planned: '现行规则', held: '适用的规则', adjourned: '适用的规则', recorded: '适用的规则' }
const stateActs = { planned: '', held: '标记已召开', adjourned: '休会', recorded: '记录' }

const field = fieldsIn('')
const adjournFields = defineForm([
  field('reason', '休会的原因', { kind: 'paragraph', required: true, max: 200, hint: '留在会议记录中' }),
  field('title', '再次召开的会议名称', { required: true, max: 60 }),
  field('meetsOn', '日期', { kind: 'day', required: true }),
  field('startsAt', '开始时间', { max: 5, hint: '例如 09:30' }),
  field('place', '地点', { max: 60 }),
])

type AdjournProps = Pick<Parts, 'of'> & { heads: Heads; close: () => void }

/** Ends a meeting that cannot decide, and plans the one that repeats it. */
function Adjourn({ of, heads, close }: AdjournProps) {
  const navigate = useNavigate()
  return (
    <FormDialog
      title={`“${of.title}”休会`}
      intro={
        <p>
          {of.items}{' '}
          项议题都不作决定，连同材料转入再次召开的会议；再次召开适用章程对它的出席比例，须另发通知。休会不能撤回。
        </p>
      }
      fields={adjournFields}
      initial={{
        reason: heads.entitled > 0 && !heads.hasQuorum ? quorumWords(heads) : '',
        title: `${of.title}（再次召开）`,
        place: of.place,
        startsAt: of.startsAt,
      }}
      action="休会"
      send={async ({ reason, title, meetsOn, startsAt, place }) => {
        const made = await browserApi('POST /staff/meeting/adjourn', {
          id: of.id,
          version: of.version,
          reason: String(reason ?? ''),
          title: String(title ?? ''),
          meetsOn: String(meetsOn ?? ''),
          startsAt: String(startsAt ?? ''),
          place: String(place ?? ''),
        })
        announce('已休会，已新建再次召开的会议')
        navigate(`/staff/meetings/${made.id}`)
      }}
      close={close}
    />
  )
}

/** 应到 45 席，实到 28 席（其中受托 2 席），须 30 席，未达到规定人数. */
export function quorumWords({ unit, entitled, present, represented, needed, hasQuorum }: Heads): string {
  const proxies = represented > 0 ? `（其中受托 ${represented} ${unit}）` : ''
  const rule = needed === null ? '未规定出席比例' : `须 ${needed} ${unit}，${hasQuorum ? '已' : '未'}达到规定`
  return `应到 ${entitled} ${unit}，实到 ${present} ${unit}${proxies}，${rule}`
}
