import { Input } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { Problem } from '#ui/form/Problem.tsx'
import type { Sample } from '../contract.ts'
import type { SiteRule } from '../ruleShape.ts'
import { neededParts, type Part, partNames, parts } from '../rules.ts'
import type { Site } from './StaffOldSite.tsx'

export type RuleTest = Output<ApiContract['POST /staff/old-site/try']>

/** Debounce delay in ms, so that no request is sent while somebody types. */
const DEBOUNCE_MS = 400

type RuleTestState = { tried?: RuleTest; fields: Record<string, string>; problem?: string; busy: boolean }

/** Runs the rule on its sample pages and repeats the request when the rules change. */
function useRuleTest(id: number, rules: SiteRule[], index: number): RuleTestState {
  const asked = JSON.stringify({ id, rules, index })
  const [state, setState] = useState<RuleTestState>({ fields: {}, busy: true })
  useEffect(() => {
    let current = true
    setState(before => ({ ...before, busy: true }))
    const timer = setTimeout(() => {
      browserApi('POST /staff/old-site/try', JSON.parse(asked)).then(
        tried => current && setState({ tried, fields: {}, busy: false }),
        error => {
          const { message, fields = {} } = toRefusal(error)
          if (current) setState(before => ({ ...before, fields, problem: message, busy: false }))
        },
      )
    }, DEBOUNCE_MS)
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

/** Editor of one rule: its address patterns, and each part beside the values found on three sample pages. */
export function RuleEditor({ site, rules, at, faults, change }: Props) {
  const rule = rules[at]!
  const { tried, fields, problem, busy } = useRuleTest(site.id, rules, at)
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

const Addresses = ({ tried: { samples } }: { tried: RuleTest }) => (
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

type RulePartProps = {
  part: Part
  name: string
  isNeeded: boolean
  value: string
  tried: RuleTest | undefined
  error: string | undefined
  change: (selector: string) => void
}

/** One part of a rule: its selector, alternative selectors, and the value found on each sample. */
function RulePart({ part, name, isNeeded, value, tried, error, change }: RulePartProps) {
  const others = (tried?.candidates[part] ?? []).filter(({ selector }) => selector !== value)
  return (
    <div className="old-site-part" data-invalid={error ? true : undefined}>
      <div>
        <b>{name}</b>
        {!isNeeded && <small>（可不填）</small>}
        <Input
          aria-label={`${name}的选择器`}
          className="old-site-selector"
          value={value}
          onChange={({ target }) => change(target.value)}
        />
        <Problem>{error}</Problem>
        {others.length > 0 && (
          <ul className="old-site-candidates" aria-label={`${name}的候选`}>
            {others.slice(0, 4).map(({ selector, finds }) => (
              <li key={selector}>
                <button type="button" onClick={() => change(selector)}>
                  <code>{selector}</code>
                  <span>{finds.find(Boolean) ?? '没有内容'}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {tried?.samples.map((sample, i) => (
        <div key={sample.address} data-name={`样页 ${i + 1}`}>
          <Finding part={part} sample={sample} isAsked={value !== ''} isNeeded={isNeeded} />
        </div>
      ))}
    </div>
  )
}

type FindingProps = { part: Part; sample: Sample; isAsked: boolean; isNeeded: boolean }

function Finding({ part, sample, isAsked, isNeeded }: FindingProps) {
  const found = sample[part]
  if (!found) {
    const said = part === 'date' && sample.dateText ? `：“${sample.dateText.slice(0, 40)}”` : ''
    if (!isAsked && !isNeeded) return <span className="old-site-none">—</span>
    return <span className="old-site-fault">{said ? `认不出日期${said}` : '没有找到'}</span>
  }
  return (
    <>
      {found}
      {part === 'body' && (sample.pictures > 0 || sample.papers > 0) && (
        <small className="old-site-more">
          {[sample.pictures > 0 && `图片 ${sample.pictures} 张`, sample.papers > 0 && `附件 ${sample.papers} 个`]
            .filter(Boolean)
            .join('，')}
        </small>
      )}
    </>
  )
}
