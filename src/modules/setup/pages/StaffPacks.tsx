import { Alert, Button } from 'antd'
import { type ChangeEvent, useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { refusalOf } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { States } from '#ui/States.tsx'
import type { Route } from './+types/StaffPacks'
import { PackPreview } from './PackPreview.tsx'
import './packs.css'

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
    await work().catch(error => setProblem(refusalOf(error).message))
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
