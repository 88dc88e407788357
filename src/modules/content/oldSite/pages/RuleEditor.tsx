import { Input } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { refusalOf } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { neededParts, type Part, partNames, parts, type SiteRule } from '../rules.ts'
import { RulePart } from './RulePart.tsx'
import type { Site } from './StaffOldSite.tsx'

export type Tried = Output<ApiContract['POST /staff/old-site/try']>

/** In ms: nothing is asked while somebody still types. */
const PAUSE = 400

type Trying = { tried?: Tried; fields: Record<string, string>; problem?: string; busy: boolean }

/** What the rule finds on its samples, asked anew whenever rules change. */
function useTrying(id: number, rules: SiteRule[], index: number): Trying {
  const asked = JSON.stringify({ id, rules, index })
  const [state, setState] = useState<Trying>({ fields: {}, busy: true })
  useEffect(() => {
    let current = true
    setState(before => ({ ...before, busy: true }))
    const timer = setTimeout(() => {
      browserApi('POST /staff/old-site/try', JSON.parse(asked)).then(
        tried => current && setState({ tried, fields: {}, busy: false }),
        error => {
          const { message, fields = {} } = refusalOf(error)
          if (current) setState(before => ({ ...before, fields, problem: message, busy: false }))
        },
      )
    }, PAUSE)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [asked])
  return state
}

type Props = {
  site: Site
  rules: SiteRule[]
  at: number
  faults: Record<string, string>
  change: (changes: Partial<SiteRule>) => void
}

/** One rule: to which pages it applies, and each part beside what it finds on three of them. */
export function RuleEditor({ site, rules, at, faults, change }: Props) {
  const rule = rules[at]!
  const { tried, fields, problem, busy } = useTrying(site.id, rules, at)
  const faultOf = (name: string) => fields[`rules.${at}.${name}`] ?? faults[name]
  const isField = Object.keys(fields).length > 0
  return (
    <div className="old-site-rule" aria-busy={busy}>
      <div className="old-site-conditions">
        <Condition label="规则名称" error={faultOf('name')}>
          <Input
            aria-label="规则名称"
            value={rule.name}
            maxLength={30}
            onChange={({ target }) => change({ name: target.value })}
          />
        </Condition>
        <Condition label="适用的网址样式（* 代表任意字符，每行一个；空着是全部）" error={faultOf('paths')}>
          <Input.TextArea
            aria-label="适用的网址样式"
            value={rule.paths}
            autoSize={{ minRows: 1, maxRows: 6 }}
            onChange={({ target }) => change({ paths: target.value })}
          />
        </Condition>
        <Condition label="并且页面含有（选择器，可不填）" error={faultOf('has')}>
          <Input aria-label="并且页面含有" value={rule.has} onChange={({ target }) => change({ has: target.value })} />
        </Condition>
      </div>
      {site.patterns.length > 0 && (
        <p className="old-site-patterns">
          网址样式：
          {site.patterns.slice(0, 12).map(({ pattern, pages }) => (
            <span key={pattern}>
              <code>{pattern}</code>（{pages} 页）
            </span>
          ))}
        </p>
      )}
      {!isField && <Problem>{problem}</Problem>}
      {tried && tried.samples.length === 0 && (
        <p role="status">没有页面适用这条规则：请修改网址样式，或调整规则的顺序。</p>
      )}
      {tried && tried.samples.length > 0 && <Addresses tried={tried} />}
      {partNames.map(part => (
        <RulePart
          key={part}
          part={part}
          name={parts[part]}
          isNeeded={(neededParts as readonly Part[]).includes(part)}
          value={rule[part]}
          tried={tried}
          error={faultOf(part)}
          change={selector => change({ [part]: selector })}
        />
      ))}
      <Condition label="正文中不要的部分（选择器，每行一个，如分享按钮、上一篇下一篇）" error={faultOf('leaveOut')}>
        <Input.TextArea
          aria-label="正文中不要的部分"
          value={rule.leaveOut}
          autoSize={{ minRows: 2, maxRows: 8 }}
          placeholder=".share"
          onChange={({ target }) => change({ leaveOut: target.value })}
        />
      </Condition>
    </div>
  )
}

type ConditionProps = { label: string; error: string | undefined; children: ReactNode }

const Condition = ({ label, error, children }: ConditionProps) => (
  <div className="old-site-condition" data-invalid={error ? true : undefined}>
    <span>{label}</span>
    {children}
    <Problem>{error}</Problem>
  </div>
)

const Addresses = ({ tried: { samples } }: { tried: Tried }) => (
  <div className="old-site-part old-site-samples">
    <b>样页</b>
    {samples.map(({ address, fault }, i) => (
      <div key={address} data-name={`样页 ${i + 1}`}>
        <span className="old-site-address">{address}</span>
        {fault && <span className="old-site-fault">{fault}</span>}
      </div>
    ))}
  </div>
)
