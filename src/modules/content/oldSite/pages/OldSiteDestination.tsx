import { Button, Input, Radio, Select } from 'antd'
import { Problem } from '#ui/form/Problem.tsx'
import type { SiteOptions } from '../rules.ts'
import type { Site } from './StaffOldSite.tsx'

type Props = {
  site: Site
  options: SiteOptions
  faults: Record<string, string>
  change: (options: SiteOptions) => void
}

/** Into which columns the articles go, and whether they are public at once. */
export function OldSiteDestination({ site, options, faults, change }: Props) {
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
