import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { defineForm, fieldsIn } from '#lib/form/form.ts'
import { CallReach } from '#ui/act/CallReach.tsx'
import { Facts } from '#ui/Facts.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { CheckInCode } from './CheckInCode.tsx'
import type { Parts } from './StaffMeeting.tsx'

type Invitation = Output<ApiContract['GET /staff/meeting/invitation']>
type Props = Parts & { invitation: Invitation }

const field = fieldsIn('')

/** 通知与回执: to whom the notice goes or went, and how they replied. */
export function MeetingInvitation({ of, changed, invitation }: Props) {
  const [dialog, open] = useState<'notice' | 'refresh' | 'code'>()
  const { noticeAt, heads, seats, unreachable, joined, gone } = invitation
  const isOpen = of.state === 'planned' || of.state === 'held'
  if (!noticeAt && of.state !== 'planned') return null
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>通知与回执</h2>
        <span className="form-actions">
          {noticeAt ? (
            <>
              <Link className="button" to={`/staff/meeting-seats?meetingId=${of.id}`}>
                回执与到会
              </Link>
              <Link className="button" to={`/staff/meeting-screen/${of.id}`}>
                出席大屏
              </Link>
              <Link className="button" to={`/staff/meetings/${of.id}/letters`}>
                通知信函
              </Link>
              {isOpen && !of.isWritten && <Button onClick={() => open('code')}>签到二维码</Button>}
              {isOpen && joined.length + gone.length > 0 && (
                <Button onClick={() => open('refresh')}>更新应到名单</Button>
              )}
            </>
          ) : (
            <Button type="primary" disabled={of.items === 0 || seats === 0} onClick={() => open('notice')}>
              发出会议通知
            </Button>
          )}
        </span>
      </div>
      <Facts
        facts={[
          ['应到', `${seats} 席`],
          ['通知', noticeAt ? `${minute(noticeAt)} 已发出` : '未发出；发出时以开会当天在任的席位为准'],
          ['少于规定天数的理由', invitation.noticeReason],
          ['回复期限', !of.isWritten && invitation.replyBy],
          [
            '回复',
            noticeAt &&
              !of.isWritten &&
              `未回复 ${heads.unanswered} ${heads.unit}，请假 ${heads.onLeave} ${heads.unit}，已到会 ${heads.present} ${heads.unit}`,
          ],
          ['无法通知的', unreachable.length > 0 && `${unreachable.join('、')}：没有账号和单位，请以电话等方式通知`],
          ['名单新增', joined.join('、')],
          ['不再任职', gone.join('、')],
        ]}
      />
      {!noticeAt && of.items === 0 && <p>先排好议程，再发通知。</p>}
      {dialog === 'notice' && (
        <SendNotice of={of} changed={changed} invitation={invitation} close={() => open(undefined)} />
      )}
      {dialog === 'refresh' && (
        <FormDialog
          title="更新应到名单"
          intro={
            <>
              <p>
                新增 {joined.length} 席并补发通知；移除 {gone.length}{' '}
                席，其回复记入审计日志，委托其投票的须另行委托。已到会的不移除。
              </p>
              <CallReach call="POST /staff/meeting/seats/refresh" inputs={[{ id: of.id, version: of.version }]} />
            </>
          }
          action="更新"
          send={async () => {
            const done = await browserApi('POST /staff/meeting/seats/refresh', { id: of.id, version: of.version })
            announce(`新增 ${done.joined} 席，移除 ${done.gone} 席`)
            changed()
          }}
          close={() => open(undefined)}
        />
      )}
      {dialog === 'code' && <CheckInCode id={of.id} close={() => open(undefined)} />}
    </section>
  )
}

const noticeFields = (isLate: boolean) =>
  defineForm([
    field('replyBy', '回复期限', { kind: 'day', hint: '不填的为会议前一天' }),
    ...(isLate
      ? [field('reason', '仍要发出的理由', { kind: 'paragraph', required: true, max: 200, hint: '留在会议记录中' })]
      : []),
  ])

function SendNotice({ of, changed, invitation, close }: Props & { close: () => void }) {
  const { isLate, noticeDays, daysLeft, seats } = invitation
  const [replyBy, setReplyBy] = useState<string>()
  const known = { id: of.id, version: of.version }
  return (
    <FormDialog
      title={`发出“${of.title}”的通知`}
      fields={noticeFields(isLate)}
      onChange={values => setReplyBy(values.replyBy ? String(values.replyBy) : undefined)}
      intro={
        <>
          <p>
            {seats} 席定为应到人员，写明时间、地点和 {of.items} 项议程。发出后机构不能再改。
          </p>
          {isLate && (
            <p className="field-error">
              会议规则要求提前 {noticeDays} 天通知，今天距会议只有 {daysLeft} 天。
            </p>
          )}
        </>
      }
      action="发出"
      send={async values => {
        const { told } = await browserApi('POST /staff/meeting/notice', {
          ...known,
          ...(values.replyBy ? { replyBy: String(values.replyBy) } : {}),
          reason: String(values.reason ?? ''),
        })
        announce(`已通知 ${told} 个单位或个人`)
        changed()
      }}
      close={close}
    >
      <CallReach
        call="POST /staff/meeting/notice"
        inputs={[{ ...known, replyBy, reason: isLate ? '（待填写）' : '' }]}
      />
    </FormDialog>
  )
}
