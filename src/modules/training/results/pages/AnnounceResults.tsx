import { Alert, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSubmit } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { Problem } from '#ui/form/Problem.tsx'
import type { Results } from './resultViews.ts'

type Props = { of: Results; changed: () => void }

/** 公布: what will happen, who is still missing, and what has happened. */
export function AnnounceResults({ of, changed }: Props) {
  const { id, hasExam, figures, hindrance, hours } = of
  const [restAbsent, setRestAbsent] = useState(false)
  const [said, say] = useState('')
  const { submit, busy, error } = useSubmit('POST /staff/training/results/announce')
  const send = async () => {
    const done = await submit({ id, restAbsent })
    if (!done) return
    const credited = done.credited > 0 ? `，为 ${done.credited} 人记入学时` : ''
    say(`已公布 ${done.announced} 人的成绩，其中合格 ${done.passed} 人；通知 ${done.told} 份报名${credited}。`)
    changed()
  }
  return (
    <section className="desk-card">
      <h2>公布成绩</h2>
      {of.announcedAt && (
        <p>
          成绩已于 {minute(of.announcedAt)} 公布
          {figures.fresh > 0 && `，此后又录了 ${figures.fresh} 人的成绩，还没有公布`}。
          {hours > 0 && `已为 ${figures.credited} 人各记入 ${hours} 学时。`}
        </p>
      )}
      {said && <Alert role="status" type="success" title={said} />}
      {hindrance ? (
        !said && <p>{hindrance}。</p>
      ) : (
        <div className="result-announce">
          <p>公布以后：</p>
          <ul className="result-effects">
            <li>每份报名收到结果：有账号的在会员中心，没有账号的收短信。</li>
            <li>已报到的报名转为“已结业”，培训班显示“成绩已公布”。</li>
            {hours > 0 && <li>已报到、到课达到五分之四的人各记入 {hours} 学时（没有登记考勤的课次不计）。</li>}
            <li>此后更正成绩须说明原因，并会再次通知。</li>
          </ul>
          {hasExam && figures.lacking > 0 && (
            <Alert
              type="warning"
              title={
                <>
                  还有 {figures.lacking} 人没有录全成绩，
                  <Link to={`/staff/course-results/${id}?scope=lacking`}>查看是谁</Link>。
                </>
              }
            />
          )}
          {hasExam && figures.blank > 0 && (
            <p>
              <Checkbox checked={restAbsent} onChange={event => setRestAbsent(event.target.checked)}>
                没有任何成绩的 {figures.blank} 人按缺考公布
              </Checkbox>
            </p>
          )}
          <Problem>{error?.message}</Problem>
          <div className="form-actions">
            <Button type="primary" loading={busy} onClick={() => void send()}>
              公布成绩
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}
