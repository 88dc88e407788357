import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { longDay } from '#lib/dates.ts'
import { LastComers } from './LastComers.tsx'
import type { RunParts } from './StaffRun.tsx'
import './checkIn.css'

/** 报到: how far it is, and the way to the desk. */
export function RunCheckIn({ of }: RunParts) {
  const navigate = useNavigate()
  const { confirmed, checkedIn } = of.figures
  return (
    <>
      <section className="desk-card">
        <h2>{`已报到 ${checkedIn} 人，共 ${confirmed} 人`}</h2>
        <progress className="run-progress" max={Math.max(1, confirmed)} value={checkedIn} aria-label="报到进度" />
        <p>
          {of.isCheckInDay
            ? '用手机相机扫准考证上的二维码，或在“扫码报到”中连续扫码；几部手机可同时使用。'
            : `报到日是 ${longDay(of.checkInDate)}，到 ${longDay(of.endDate)} 为止可以报到。`}
        </p>
        <div className="form-actions">
          <Button type="primary" onClick={() => void navigate(`/staff/check-in?course=${of.id}`)}>
            打开扫码报到
          </Button>
          <Link to={{ search: '?checkedIn=0' }}>查看未报到的人</Link>
        </div>
      </section>
      <LastComers courseId={of.id} />
    </>
  )
}
