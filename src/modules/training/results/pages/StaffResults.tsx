import { Tabs } from 'antd'
import { Link, useRevalidator, useSearchParams } from 'react-router'
import { pathId } from '#api/load.ts'
import { useCalled } from '#layouts/called.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { shortDay } from '#lib/dates.ts'
import type { Route } from './+types/StaffResults'
import { AnnounceResults } from './AnnounceResults.tsx'
import { CertificateBatches } from './CertificateBatches.tsx'
import { ResultFigures } from './ResultFigures.tsx'
import type { Results } from './resultViews.ts'
import { ScoreSheet } from './ScoreSheet.tsx'
import { useScoring } from './scoring.ts'
import './staffResults.css'

export { staffResults as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/training/results', { id: pathId(params.id) }),
)

/** 成绩与发证: from scores to certificates of one course. Which step stands in the address. */
export default function StaffResults({ loaderData: of, params }: Route.ComponentProps) {
  useCalled(of.title)
  const { revalidate } = useRevalidator()
  const id = pathId(params.id)
  const [query, setQuery] = useSearchParams()
  // Here, so that going from tab to tab loses nothing that was typed.
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
        activeKey={query.get('tab') ?? 'scores'}
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
