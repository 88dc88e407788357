import { Button, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { SiteOptions, SiteRule } from '../ruleShape.ts'
import { blankRule, linesOf } from '../rules.ts'
import { RuleEditor } from './RuleEditor.tsx'
import type { Site } from './StaffOldSite.tsx'

type Props = { site: Site; changed: () => void; isOpen: boolean }

/** The rules by which pages are read, in their order, and where the articles go. Saved when the preview begins. */
export function OldSiteRules({ site, changed, isOpen }: Props) {
  const [rules, setRules] = useState<SiteRule[]>(site.rules)
  const [options, setOptions] = useState<SiteOptions>(site.options)
  const [at, open] = useState(0)
  const { submit, busy, error, fields } = useSubmit('POST /staff/old-site/check')
  const check = async () => {
    if (await submit({ id: site.id, rules, options })) changed()
  }
  const change = (changes: Partial<SiteRule>) =>
    setRules(rules.map((rule, i) => (i === at ? { ...rule, ...changes } : rule)))
  const faulty = rules.findIndex((_, i) => Object.keys(fields).some(name => name.startsWith(`rules.${i}.`)))
  const content = (
    <>
      <p>
        一种版式一条规则，按顺序用第一条适用的。每一项旁边是它在三个样页上找到的内容；不对的，换一个候选，或修改选择器。
      </p>
      <RuleList rules={rules} at={at} faulty={faulty} site={site} open={open} set={setRules} />
      {rules[at] && (
        <RuleEditor
          key={at}
          site={site}
          rules={rules}
          at={at}
          change={change}
          faults={faultsOf(fields, `rules.${at}.`)}
        />
      )}
      <OldSiteDestination site={site} options={options} faults={faultsOf(fields, 'options.')} change={setOptions} />
      <Problem>{error?.message}</Problem>
      <p className="form-actions">
        <Button type="primary" size="large" loading={busy} disabled={rules.length === 0} onClick={() => void check()}>
          保存规则并预览
        </Button>
        <span>预览不写入任何文章。</span>
      </p>
    </>
  )
  return (
    <section className="desk-card">
      <h2>规则与去处</h2>
      {isOpen ? (
        content
      ) : (
        <details className="old-site-how">
          <summary>修改规则，重新预览</summary>
          {content}
        </details>
      )}
    </section>
  )
}

const faultsOf = (fields: Record<string, string>, start: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name.startsWith(start))
      .map(([name, words]) => [name.slice(start.length), words]),
  )

type ListProps = {
  rules: SiteRule[]
  at: number
  faulty: number
  site: Site
  open: (at: number) => void
  set: (rules: SiteRule[]) => void
}

function RuleList({ rules, at, faulty, site, open, set }: ListProps) {
  const moveUp = () => {
    set(rules.map((rule, i) => (i === at - 1 ? rules[at]! : i === at ? rules[at - 1]! : rule)))
    open(at - 1)
  }
  const remove = () => {
    set(rules.filter((_, i) => i !== at))
    open(Math.max(0, at - 1))
  }
  const add = () => {
    set([...rules, { ...blankRule, name: `版式 ${rules.length + 1}`, paths: site.patterns[0]?.pattern ?? '' }])
    open(rules.length)
  }
  return (
    <div className="old-site-rules">
      <ol>
        {rules.map((rule, i) => (
          <li key={i}>
            <button type="button" aria-pressed={i === at} onClick={() => open(i)}>
              <b>{rule.name || '未命名'}</b>
              <span>{linesOf(rule.paths).join('，') || '全部网址'}</span>
              {i === faulty && <Tag tone="bad">有错</Tag>}
            </button>
          </li>
        ))}
      </ol>
      <p className="form-actions">
        <Button onClick={add}>增加一条规则</Button>
        {at > 0 && <Button onClick={moveUp}>上移这一条</Button>}
        {rules.length > 1 && <Button onClick={remove}>删除这一条</Button>}
      </p>
    </div>
  )
}

type OldSiteDestinationProps = {
  site: Site
  options: SiteOptions
  faults: Record<string, string>
  change: (options: SiteOptions) => void
}

/** Into which columns the articles go, and whether they are public at once. */
function OldSiteDestination({ site, options, faults, change }: OldSiteDestinationProps) {
  const { catalogueId, byPath, publish } = options
  const columns = site.columns.map(({ id, name }) => ({ value: id, label: name }))
  const set = (changes: Partial<SiteOptions>) => change({ ...options, ...changes })
  const setPath = (at: number, changes: Partial<SiteOptions['byPath'][number]>) =>
    set({ byPath: byPath.map((one, i) => (i === at ? { ...one, ...changes } : one)) })
  const add = () => {
    const first = columns[0]
    if (first) set({ byPath: [...byPath, { paths: site.patterns[0]?.pattern ?? '/*', catalogueId: first.value }] })
  }
  return (
    <div className="old-site-destination">
      <h3>放到哪里</h3>
      <div className="old-site-condition" data-invalid={faults.catalogueId ? true : undefined}>
        <span>放入栏目</span>
        <Select
          aria-label="放入栏目"
          value={catalogueId}
          placeholder="请选择"
          showSearch={{ optionFilterProp: 'label' }}
          options={columns}
          onChange={id => set({ catalogueId: id })}
        />
        <Problem>{faults.catalogueId}</Problem>
      </div>
      {byPath.map((one, i) => (
        <div className="old-site-path" key={i}>
          <Input
            aria-label={`第 ${i + 1} 条网址样式`}
            value={one.paths}
            onChange={({ target }) => setPath(i, { paths: target.value })}
          />
          <span>放入</span>
          <Select
            aria-label={`第 ${i + 1} 条的栏目`}
            value={one.catalogueId}
            showSearch={{ optionFilterProp: 'label' }}
            options={columns}
            onChange={id => setPath(i, { catalogueId: id })}
          />
          <Button type="link" onClick={() => set({ byPath: byPath.filter((_, at) => at !== i) })}>
            删除
          </Button>
          <Problem>{faults[`byPath.${i}.paths`] ?? faults[`byPath.${i}.catalogueId`]}</Problem>
        </div>
      ))}
      <p>
        <Button onClick={add}>按网址另放栏目</Button>
      </p>
      <div className="old-site-condition" data-invalid={faults.publish ? true : undefined}>
        <span id="old-site-publish">导入后</span>
        <Radio.Group
          aria-labelledby="old-site-publish"
          value={publish}
          onChange={event => set({ publish: event.target.value })}
          options={[
            { value: true, label: '直接发布' },
            { value: false, label: '存为草稿，审核后再发布' },
          ]}
        />
        <Problem>{faults.publish}</Problem>
      </div>
    </div>
  )
}
