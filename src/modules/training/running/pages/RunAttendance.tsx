import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import type { Input } from '#lib/contract.ts'
import { hasBegun } from '#modules/training/attendance.ts'
import { Empty } from '#ui/Empty.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { useSelection } from '#ui/table/useSelection.ts'
import type { RunParts } from './StaffRun.tsx'

/** 考勤: session by session, scanned at the door or ticked in the list. */
export function RunAttendance(parts: RunParts) {
  if (parts.of.sessions.length > 0) return <Attendance {...parts} />
  return (
    <section className="desk-card">
      <Empty title="没有安排课次">
        <p>
          请在<Link to={`/staff/courses/${parts.of.id}`}>培训班设置</Link>中填写考勤的课次。
        </p>
      </Empty>
    </section>
  )
}

/** `session`: which is taken, shown by the same list. */
type AttendanceQuery = Input<ApiContract['GET /staff/training/attendance']> & { session?: string }

function Attendance({ of, changed }: RunParts) {
  const { pageNum, session, ...asked } = useFilters<AttendanceQuery>('session', 'key', 'organisation')
  const held = of.sessions.findLast(({ code }) => hasBegun(code, new Date())) ?? of.sessions[0]!
  const taken = of.sessions.find(({ code }) => code === session) ?? held
  const filters = { ...asked, courseId: of.id }
  const answer = useApi('GET /staff/training/attendance', { ...filters, pageNum, pageSize: 50 })
  const selection = useSelection({
    rows: answer.data?.list ?? [],
    filters,
    keyOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    pageOf: page => browserApi('GET /staff/training/attendance', { ...filters, ...page }),
  })
  const chosen = selection.keys
  const [problem, setProblem] = useState('')
  const take = async (isPresent: boolean) => {
    const given = { courseId: of.id, session: taken.code, participantIds: chosen, isPresent }
    try {
      const { changed: count } = await browserApi('POST /staff/training/attendance', given)
      announce(isPresent ? `已登记 ${count} 人到课` : `已取消 ${count} 人的到课记录`)
      selection.clear()
      setProblem('')
      answer.reload()
      changed()
    } catch (error) {
      setProblem(toRefusal(error).message)
    }
  }
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>{`${taken.name}　到课 ${taken.present} 人，已报到 ${of.figures.checkedIn} 人`}</h2>
        <Link to={`/staff/check-in?course=${of.id}&session=${taken.code}`}>扫码签到</Link>
      </div>
      <Problem>{problem}</Problem>
      <DataTable
        caption="考勤"
        answer={answer}
        unit="人"
        selection={selection}
        filters={[
          { name: 'session', label: '课次', options: of.sessions, always: held.code },
          { name: 'key', label: '姓名或准考证号', kind: 'text' },
          { name: 'organisation', label: '单位', kind: 'text' },
        ]}
        actions={
          <>
            <Button type="primary" disabled={chosen.length === 0} onClick={() => void take(true)}>
              {chosen.length > 0 ? `登记 ${chosen.length} 人到课` : '登记到课'}
            </Button>
            <Button disabled={chosen.length === 0} onClick={() => void take(false)}>
              取消到课
            </Button>
          </>
        }
        save={() => saveFile('GET /staff/training/attendance/export', filters)}
        empty={{ title: '还没有报名已确认的人' }}
        columns={[
          { name: '姓名', cell: ({ name }) => name },
          { name: '单位', cell: ({ organisationName }) => organisationName },
          { name: '准考证号', cell: ({ ticketNumber }) => ticketNumber || '—', nowrap: true },
          {
            name: '本次课',
            cell: ({ present, isCheckedIn }) => {
              if (present.includes(taken.code)) return <Tag tone="good">到课</Tag>
              return isCheckedIn ? '—' : <Tag tone="warn">未报到</Tag>
            },
            nowrap: true,
          },
          {
            name: '出勤',
            cell: ({ present, rate }) => (
              <>
                {`${present.length} 次`}
                {rate !== null && <span className="cell-note">{`出勤率 ${rate}%`}</span>}
              </>
            ),
            nowrap: true,
          },
        ]}
      />
    </section>
  )
}
