import { Input } from 'antd'
import { Problem } from '#ui/form/Problem.tsx'
import type { Sample } from '../contract.ts'
import type { Part } from '../rules.ts'
import type { Tried } from './RuleEditor.tsx'

type Props = {
  part: Part
  name: string
  isNeeded: boolean
  value: string
  tried: Tried | undefined
  error: string | undefined
  change: (selector: string) => void
}

/** One part of a rule: its selector, others to choose among, and what it finds on each sample. */
export function RulePart({ part, name, isNeeded, value, tried, error, change }: Props) {
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
