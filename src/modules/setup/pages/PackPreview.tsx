import { Alert, Button } from 'antd'
import { Tag } from '#ui/Tag.tsx'
import type { Preview } from './StaffPacks.tsx'

type Props = { preview: Preview; busy: boolean; apply: () => void; cancel: () => void }
type Difference = Preview['differences'][number]

/** What a pack would do here, kind by kind; what is refused stands first, and nothing can be applied then. */
export function PackPreview({ preview, busy, apply, cancel }: Props) {
  const { differences, faults, same } = preview
  const added = differences.filter(({ act }) => act === 'add').length
  return (
    <section className="desk-card" aria-label="预览">
      <div className="desk-card-head">
        <h2>预览：{preview.name}</h2>
        <p className="pack-facts">版本 {preview.version}</p>
      </div>
      <p role="status">
        {differences.length > 0
          ? `将新增 ${added} 项，修改 ${differences.length - added} 项；${same} 项与本站相同。`
          : `没有要新增或修改的${same > 0 ? `：全部 ${same} 项与本站相同` : ''}。`}
      </p>
      {faults.length > 0 && (
        <Alert
          role="alert"
          type="error"
          showIcon
          title={`有 ${faults.length} 处不能采用，请在配置包里更正后再试`}
          description={
            <ul>
              {faults.map(({ called, name, message }) => (
                <li key={`${called} ${name} ${message}`}>
                  {called}“{name}”：{message}
                </li>
              ))}
            </ul>
          }
        />
      )}
      {[...Map.groupBy(differences, ({ called }) => called)].map(([called, some]) => (
        <details key={called} className="pack-kind" open={some.length <= 12}>
          <summary>
            {called}：{some.length} 项
          </summary>
          <ul role="list">
            {some.map(one => (
              <li key={one.name}>
                <Changes of={one} />
              </li>
            ))}
          </ul>
        </details>
      ))}
      <p className="pack-acts">
        {differences.length > 0 && (
          <Button type="primary" loading={busy} disabled={faults.length > 0} onClick={apply}>
            应用到本站
          </Button>
        )}
        <Button onClick={cancel}>{differences.length > 0 ? '取消' : '关闭'}</Button>
      </p>
    </section>
  )
}

const Changes = ({ of: { name, act, changes } }: { of: Difference }) => (
  <>
    <p>
      <b>{name}</b> <Tag tone={act === 'add' ? 'good' : 'water'}>{act === 'add' ? '新增' : '修改'}</Tag>
    </p>
    {act === 'change' && (
      <dl className="pack-changes">
        {changes.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <del>{before || '（空）'}</del> → <ins>{after || '（空）'}</ins>
            </dd>
          </div>
        ))}
      </dl>
    )}
  </>
)
