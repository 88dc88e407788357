import './packs.css'
import { Alert, Button } from 'antd'
import { type ChangeEvent, useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { toRefusal } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffPacks'

export { staffPacks as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/pack/list', {}))

type Chosen = Pick<Input<ApiContract['POST /staff/pack/preview']>, 'code' | 'content'>
export type Preview = Output<ApiContract['POST /staff/pack/preview']>

/** 配置包: what is particular to an association, chosen, looked over and taken on, or taken along to another site. */
export default function StaffPacks({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const [chosen, choose] = useState<Chosen>()
  const [preview, setPreview] = useState<Preview>()
  const [problem, setProblem] = useState<string>()
  const [said, say] = useState('')
  const [busy, setBusy] = useState(false)

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    await work().catch(error => setProblem(toRefusal(error).message))
    setBusy(false)
  }
  const look = (next: Chosen) =>
    attempt(async () => {
      say('')
      setPreview(undefined)
      choose(next)
      setPreview(await browserApi('POST /staff/pack/preview', next))
    })
  const apply = () =>
    attempt(async () => {
      const { added, changed } = await browserApi('POST /staff/pack/apply', { ...chosen, digest: preview!.digest })
      say(`配置包“${preview!.name}”已应用：新增 ${added} 项，修改 ${changed} 项。`)
      setPreview(undefined)
    })
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (file) await look({ content: await file.text() })
  }
  return (
    <>
      <section className="desk-card">
        <h2>选择配置包</h2>
        <p>
          配置包是一个可读的文件，写着一类协会特有的会员级别、证书种类、栏目、字典和文字。先预览，核对后再应用；配置包没有写到的内容保持不变。
        </p>
        {problem && <Alert role="alert" type="warning" showIcon title={problem} />}
        {said && (
          <div ref={showHeading} tabIndex={-1}>
            <Alert
              role="status"
              type="success"
              showIcon
              title={said}
              action={
                <Link to="/staff/setup" className="button">
                  接着办理建站清单
                </Link>
              }
            />
          </div>
        )}
        <States answer={answer} empty={{ when: list => list.length === 0, title: '没有随程序提供的配置包' }}>
          {list => (
            <ul role="list" className="packs">
              {list.map(pack => (
                <li key={pack.code}>
                  <div>
                    <h3>{pack.name}</h3>
                    <p>{pack.about}</p>
                    <p className="pack-facts">
                      版本 {pack.version}，{pack.records} 项
                    </p>
                  </div>
                  <Button disabled={busy} onClick={() => void look({ code: pack.code })}>
                    预览<span className="hidden-text">{pack.name}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </States>
        <p className="pack-acts">
          <label className="pack-upload">
            <input type="file" accept=".yaml,.yml,.json" disabled={busy} onChange={event => void upload(event)} />
            预览自己的配置包
          </label>
          <SaveButton save={() => saveFile('GET /staff/pack/export', {})}>导出本站的配置包</SaveButton>
        </p>
      </section>
      {preview && (
        <PackPreview preview={preview} busy={busy} apply={() => void apply()} cancel={() => setPreview(undefined)} />
      )}
    </>
  )
}

/** Brings what has just appeared into view, and the focus with it. */
function showHeading(heading: HTMLElement | null) {
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

type Props = { preview: Preview; busy: boolean; apply: () => void; cancel: () => void }
type Difference = Preview['differences'][number]

/** Preview of a pack by kind. Faults come first and prevent applying it. */
function PackPreview({ preview, busy, apply, cancel }: Props) {
  const { differences, faults, same } = preview
  const added = differences.filter(({ act }) => act === 'add').length
  return (
    <section className="desk-card" aria-label="预览">
      <div className="desk-card-head">
        <h2 ref={showHeading} tabIndex={-1}>
          预览：{preview.name}
        </h2>
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
