import './staffResults.css'
import { Alert, Button, Checkbox, Tabs } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { pathId } from '#api/load.ts'
import { useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { minute, shortDay } from '#lib/dates.ts'
import { CallReach } from '#ui/act/CallReach.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { chosenTab } from '#ui/router/chosenTab.ts'
import type { Route } from './+types/StaffResults'
import { CertificateBatches } from './CertificateBatches.tsx'
import type { Results } from './resultViews.ts'
import { ScoreSheet } from './ScoreSheet.tsx'
import { useScoring } from './scoring.ts'

export { staffResults as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/training/results', { id: pathId(params.id) }),
)

/** 成绩与发证: from scores to certificates of one course. Which step stands in the address. */
export default function StaffResults({ loaderData: of, params }: Route.ComponentProps) {
  useScreenName(of.title)
  const revalidate = useRevalidate()
  const id = pathId(params.id)
  const [query, setQuery] = useSearchParams()
  // Kept at this level, so that switching tabs loses no input.
  const scoring = useScoring(id)
  const tabs = (of: Results) => [
    {
      key: 'scores',
      label: '成绩',
      children: <ScoreSheet of={of} scoring={scoring} changed={revalidate} />,
    },
    { key: 'announce', label: '公布', children: <AnnounceResults of={of} changed={revalidate} /> },
    { key: 'certificates', label: '发证', children: <CertificateBatches of={of} changed={revalidate} /> },
  ]
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>{of.title}</h2>
          <span className="result-links">
            <Link to={`/staff/course-run/${id}`}>办班</Link>
            <Link to={`/staff/courses/${id}`}>培训班设置</Link>
          </span>
        </div>
        <p>
          {of.startDate} 至 {of.endDate}，{of.statusName}
          {of.announcedAt && `（${shortDay(of.announcedAt)} 公布）`}。{ruleOf(of)}
        </p>
        <ResultFigures of={of} />
      </section>
      <Tabs
        activeKey={chosenTab(query, tabs(of))}
        onChange={tab => setQuery(tab === 'scores' ? {} : { tab })}
        destroyOnHidden
        items={tabs(of)}
      />
    </>
  )
}

function ruleOf({ hasExam, passScore, passPractice, kindName }: Results): string {
  const certificate = kindName ? `合格的发“${kindName}”证书。` : '本班不发证书。'
  if (!hasExam) return `不考试，到课达到五分之四的为合格。${certificate}`
  const practice = passPractice === null ? '' : `，实操 ${passPractice} 分`
  return `理论 ${passScore} 分${practice}合格，补考一次。${certificate}`
}

function ResultFigures({ of: { figures, hasExam, kindName } }: { of: Results }) {
  const { all, checkedIn, lacking, passed, makeupPassed, failed, absent, makeupFailed, makeupDue, rate } = figures
  return (
    <dl className="result-figures">
      <Figure name="名册" value={all} note={`报到 ${checkedIn}`} />
      <Figure name={hasExam ? '未录全' : '未公布'} value={lacking} note="" />
      <Figure name="合格" value={passed + makeupPassed} note={makeupPassed ? `其中补考 ${makeupPassed}` : ''} />
      <Figure
        name={hasExam ? '不合格与缺考' : '未完成'}
        value={failed + absent + makeupFailed}
        note={makeupDue && hasExam ? `可补考 ${makeupDue}` : ''}
      />
      <Figure name="合格率" value={rate === null ? '—' : `${rate}%`} note="" />
      {kindName && (
        <Figure name="已发证" value={figures.certified} note={figures.inBatch ? `审核中 ${figures.inBatch}` : ''} />
      )}
    </dl>
  )
}

const Figure = ({ name, value, note }: { name: string; value: number | string; note: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      {note && <small>{note}</small>}
    </dd>
  </div>
)

type Props = { of: Results; changed: () => void }

/** 公布: what will happen, who is still missing, and what has happened. */
function AnnounceResults({ of, changed }: Props) {
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
          <CallReach call="POST /staff/training/results/announce" inputs={[{ id, restAbsent }]} />
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
