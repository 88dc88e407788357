import { Button, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import { releaseLater } from '#api/objectUrl.ts'
import { toRefusal } from '#api/useApi.ts'
import { choicesIn, type FormValues, type Option } from '#lib/form/form.ts'
import { type Paper, usualPlaces } from '#modules/certificates/designSchema.ts'

type Props = {
  id: number | undefined
  typed: FormValues
  change: (values: FormValues) => void
  kinds: readonly Option[]
  sayable: readonly Option[]
  starter: string
}

/** Previews the typed design as a certificate before it is saved. */
export function DesignPreview({ id, typed, change, kinds, sayable, starter }: Props) {
  const [chosen, choose] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const claimed = choicesIn(typed, 'kinds')
  const kind = chosen ?? claimed[0] ?? kinds[0]?.code
  useUsualPlaces(typed, change)
  const { url, faults, isBusy } = usePreview({ id, form: typed, kind })
  const save = () =>
    saveFile('POST /staff/certificate/design/sample', { id, form: typed, kind }).then(
      () => setProblem(undefined),
      error => setProblem(toRefusal(error).message),
    )
  return (
    <section className="design-preview" aria-label="预览" aria-busy={isBusy}>
      <div className="design-kind">
        <label htmlFor="design-kind">预览的种类</label>
        <Select
          id="design-kind"
          value={kind}
          onChange={choose}
          showSearch={{ optionFilterProp: 'label' }}
          options={kinds.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </div>
      {url ? (
        <img src={url} alt="证书样张" data-old={faults.length > 0 || undefined} />
      ) : (
        <p className="design-blank">{isBusy ? '正在排版…' : '填写后在这里看到样张'}</p>
      )}
      <div role="status">
        {faults.length > 0 && (
          <ul className="design-faults">
            {faults.map(fault => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
      </div>
      <p className="acts">
        <Button disabled={faults.length > 0} onClick={() => void save()}>
          下载样张 PDF
        </Button>
        <Button onClick={() => change({ ...typed, ...usualPlaces[paperIn(typed)] })}>用这种纸的常用位置</Button>
        {!typed.template && <Button onClick={() => change({ ...typed, template: starter })}>填入一份可改的模板</Button>}
      </p>
      {problem && <p role="alert">{problem}</p>}
      <details>
        <summary>可用的占位符</summary>
        <p className="design-places">
          {sayable.map(({ code, name }) => (
            <span key={code}>{`{{${name}}}`}</span>
          ))}
        </p>
        <p>
          没有内容的印为空白；入会日期只有会员证书有，证件号码只有人员证书有（只印首尾），获奖项目、年度、名次只有获奖证书有。
        </p>
      </details>
    </section>
  )
}

const paperIn = ({ paper }: FormValues): Paper => (paper === 'portrait' ? 'portrait' : 'landscape')

/** Checks whether everything is at its default position. */
const isUsual = (typed: FormValues, paper: Paper) =>
  Object.entries(usualPlaces[paper]).every(([name, place]) => Number(typed[name]) === place)

/** Moves everything to the default positions when the paper changes, unless somebody has moved something. */
function useUsualPlaces(typed: FormValues, change: (values: FormValues) => void) {
  const paper = paperIn(typed)
  const before = useRef(paper)
  useEffect(() => {
    if (paper !== before.current && isUsual(typed, before.current)) change({ ...typed, ...usualPlaces[paper] })
    before.current = paper
  }, [paper, typed, change])
}

/** Debounce in ms: people pause at least that often while typing, and each sheet costs the server some work. */
const PREVIEW_DELAY_MS = 1_500

type Drawing = { id: number | undefined; form: FormValues; kind: string | undefined }
type Shown = { url?: string; faults: string[]; isBusy: boolean }

/** The sheet of what is typed, as an address that `<img>` can show; the last good one stays while something is wrong. */
function usePreview(drawing: Drawing): Shown {
  const [shown, setShown] = useState<Shown>({ faults: [], isBusy: true })
  const asked = JSON.stringify(drawing)
  const pause = useRef(0)
  useEffect(() => {
    let isCurrent = true
    setShown(before => ({ ...before, isBusy: true }))
    const timer = setTimeout(() => {
      browserApi('POST /staff/certificate/design/preview', JSON.parse(asked)).then(
        ({ svg }) => {
          if (!isCurrent) return
          const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
          setShown(before => {
            if (before.url) releaseLater(before.url)
            return { url, faults: [], isBusy: false }
          })
        },
        error => {
          const { fields, message } = toRefusal(error)
          const faults = fields ? [...new Set(Object.values(fields))] : [message]
          if (isCurrent) setShown(before => ({ ...before, faults, isBusy: false }))
        },
      )
    }, pause.current)
    pause.current = PREVIEW_DELAY_MS
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [asked])
  return shown
}
