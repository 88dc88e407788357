import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { optionsOf } from '#lib/form/form.ts'
import { CallReach } from '#ui/act/CallReach.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag } from '#ui/Tag.tsx'
import { modeNames } from '../meetingWords.ts'
import { seatFilters } from '../seatFilters.ts'
import type { Route } from './+types/StaffMeetingSeats'
import { meetingSeats } from './registers.ts'
import { TypedReply } from './TypedReply.tsx'
import { proxyTones, replyTones } from './tones.ts'

export { staffMeetingSeats as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const [list, meetings] = await Promise.all([
    meetingSeats.load(api, address),
    api('GET /staff/meeting/list', { pageSize: 100 }),
  ])
  return { ...list, meetings }
})

export type Seat = Output<ApiContract['GET /staff/meeting/seat/list']>['list'][number]

/** 会议回执: who has replied what, who has not, and who is there; many are reminded at once. */
export default function StaffMeetingSeats({ loaderData }: Route.ComponentProps) {
  const { data: meetings, reload } = useLoaded(loaderData.meetings)
  const meetingId = loaderData.asked.meetingId
  const changed = (done: () => void) => () => {
    reload()
    done()
  }
  return (
    <RegisterTable
      of={meetingSeats}
      loaded={loaderData}
      unit="席"
      filters={registerFilters(seatFilters, {
        meetingId: meetings.list.map(({ id, title }) => ({ code: String(id), name: title })),
      })}
      actions={meetingId && <Link to={`/staff/meetings/${meetingId}`}>回到会议</Link>}
      acts={(rows, done) => (
        <>
          <RemindSeats rows={rows} done={changed(done)} />
          <MarkPresent rows={rows} done={changed(done)} />
          {rows.length === 1 && <TypedReply seat={rows[0]!} done={changed(done)} />}
        </>
      )}
      empty={{ title: '没有符合条件的席位', children: <p>会议发出通知后，应到席位和回执出现在这里。</p> }}
      cells={{
        replyName: ({ reply, replyName }) =>
          reply ? <Tag tone={replyTones[reply]}>{replyName}</Tag> : <Tag tone="warn">{replyName}</Tag>,
        proxyState: ({ proxyState, proxyStateName }) =>
          proxyState ? <Tag tone={proxyTones[proxyState]}>{proxyStateName}</Tag> : '—',
        replyReason: ({ replyReason, replyFiles }) => (
          <>
            {replyReason || (replyFiles.length === 0 && '—')}
            {replyFiles.map(({ id, name, url }) => (
              <a key={id} href={url}>
                {name}
              </a>
            ))}
          </>
        ),
      }}
    />
  )
}

type Props = { rows: readonly Seat[]; done: () => void }

function RemindSeats({ rows, done }: Props) {
  const [about, ask] = useState<'reply' | 'change'>()
  const seatIds = rows.map(({ id }) => id)
  return (
    <>
      <Button type="primary" onClick={() => ask('reply')}>
        提醒回复
      </Button>
      <Button onClick={() => ask('change')}>告知变动</Button>
      {about && (
        <FormDialog
          title={about === 'reply' ? `提醒 ${rows.length} 席回复` : `告知 ${rows.length} 席会议安排有变动`}
          intro={
            <>
              <p>
                {about === 'reply'
                  ? '只提醒其中还没有回复的（通讯表决中为还没有表决的）；没有账号和单位的不能提醒，请以电话等方式通知。'
                  : '告知现在的时间和地点，并请其查看议程与材料。'}
              </p>
              <CallReach call="POST /staff/meeting/remind" inputs={[{ seatIds, about }]} />
            </>
          }
          action="发送"
          send={async () => {
            const { told, skipped } = await browserApi('POST /staff/meeting/remind', { seatIds, about })
            announce(`已告知 ${told} 个单位或个人${skipped > 0 ? `，跳过 ${skipped} 席` : ''}`)
            done()
          }}
          close={() => ask(undefined)}
        />
      )}
    </>
  )
}

const asNames = { ...modeNames, left: '中途离会', absent: '撤销到会登记' }

function MarkPresent({ rows, done }: Props) {
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Button onClick={() => ask(true)}>登记到会</Button>
      {isAsking && (
        <FormDialog
          title={`登记 ${rows.length} 席到会`}
          intro={<p>登记的时刻为现在；离会后不计入实到。登错的可以撤销。</p>}
          fields={[
            {
              name: 'as',
              label: '到会',
              section: '',
              kind: 'choice',
              required: true,
              options: optionsOf(asNames),
            },
          ]}
          initial={{ as: 'onSite' }}
          action="登记"
          send={async ({ as }) => {
            const { changed } = await browserApi('POST /staff/meeting/attend', {
              seatIds: rows.map(({ id }) => id),
              as: as as keyof typeof asNames,
            })
            announce(`已登记 ${changed} 席：${asNames[as as keyof typeof asNames]}`)
            done()
          }}
          close={() => ask(false)}
        />
      )}
    </>
  )
}
