import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { TestSend } from '#modules/messages/pages/TestSend.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffSetup'
import './setup.css'

export { staffSetup as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/setup', {}))

type Step = Output<ApiContract['GET /staff/setup']>['steps'][number]

/** 建站清单: what a new site still lacks, what does not work without it, and where it is done. */
export default function StaffSetup({ loaderData: { steps, done } }: Route.ComponentProps) {
  const isOnTrial = steps.some(({ code, lacks }) => code === 'goLive' && lacks !== null)
  const isReady = steps.every(({ code, lacks, isOptional }) => lacks === null || isOptional || code === 'goLive')
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>{isReady ? (isOnTrial ? '可以上线了' : '已经齐备') : isOnTrial ? '上线之前' : '还差什么'}</h2>
          <p className="setup-progress">
            <progress value={done} max={steps.length} aria-label="建站进度" /> 已完成 {done} 项，共 {steps.length} 项
          </p>
        </div>
        <p>
          从<Link to="/staff/packs">一个配置包</Link>开始最快：级别、栏目、种类和字典一次建好，再逐项改成自己的。
        </p>
        <ol className="setup-steps">
          {steps.map(step => (
            <li key={step.code}>
              <StepRow step={step} />
            </li>
          ))}
        </ol>
      </section>
      <TestSend />
    </>
  )
}

const StepRow = ({ step: { name, without, route, isOptional, lacks } }: { step: Step }) => (
  <>
    <p>
      <Tag tone={lacks === null ? 'good' : isOptional ? undefined : 'warn'}>
        {lacks === null ? '已完成' : isOptional ? '可以以后再做' : '待办'}
      </Tag>{' '}
      {route ? <Link to={route}>{name}</Link> : <b>{name}</b>}
    </p>
    {lacks !== null && (
      <p className="setup-lacks">
        {lacks}。没有它：{without}。
      </p>
    )}
  </>
)
