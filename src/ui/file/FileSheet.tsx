import { type ComponentType, type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { saveFile } from '#api/file.ts'
import { toRefusal } from '#api/useApi.ts'
import { type FileSource, useFile } from '#api/useFile.ts'
import { Icon } from '../Icon.tsx'
import type { PdfPageProps } from './preview/PdfPage.tsx'
import './filePreview.css'

/** The PDF reader is large, so it is loaded when the first PDF is opened. */
const PdfPage = lazy<ComponentType<PdfPageProps>>(() =>
  import('./preview/PdfPage.tsx').then(
    ({ PdfPage }) => ({ default: PdfPage }),
    () => ({ default: Outdated }),
  ),
)

/** The page is older than the site: what it asks for is no longer there. */
function Outdated({ onProblem }: PdfPageProps) {
  useEffect(() => onProblem('网站已更新，请刷新页面后再预览'), [onProblem])
  return null
}

type Props = {
  file: { id: number; name?: string; type?: string; source?: FileSource }
  level?: 2 | 3
  /** Further buttons, after its own. */
  children?: ReactNode
}

/** Percent of the width there is. */
const ZOOMS = [50, 75, 100, 150, 200, 300, 400]
const TURNS: Record<string, number> = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }
const SCALES: Record<string, number> = { '+': 1, '=': 1, '-': -1 }

/** A picture or PDF in its place, private ones too, under its tools. Keys: ← → pages, + − zoom. */
export function FileSheet({ file, level = 3, children }: Props) {
  const { url, blob, error } = useFile(file.id, undefined, file.source)
  const [page, setPage] = useState(1)
  const [pages, setPages] = useState(1)
  const [zoom, setZoom] = useState(100)
  const [problem, setProblem] = useState('')
  const name = file.name ?? '预览'
  const Heading = `h${level}` as const

  const turn = (by: number) => setPage(now => Math.min(pages, Math.max(1, now + by)))
  const scale = (by: number) => setZoom(now => ZOOMS[ZOOMS.indexOf(now) + by] ?? now)
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return
    const [by, larger] = [TURNS[event.key], SCALES[event.key]]
    // Arrow keys scroll the sheet when it is wider than the window.
    const moves = zoom > 100 && event.key.startsWith('Arrow')
    if (larger) scale(larger)
    else if (by && pages > 1 && !moves) turn(by)
    else return
    event.preventDefault()
  }
  const save = () =>
    (file.source
      ? saveFile(file.source.key, { ...file.source.input, download: '1' } as never, file.source.headers)
      : saveFile('GET /file/{id}', { id: file.id, download: '1' })
    ).catch(failed => setProblem(toRefusal(failed).message))
  const told = error ?? problem
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys beside the buttons that do the same
    <div className="preview-body" onKeyDown={press}>
      <header>
        <Heading>{name}</Heading>
        <Pages page={page} pages={pages} turn={turn} />
        <fieldset className="preview-tools" aria-label="缩放">
          <button type="button" disabled={zoom === ZOOMS[0]} onClick={() => scale(-1)} aria-label="缩小">
            −
          </button>
          <output>{zoom}%</output>
          <button type="button" disabled={zoom === ZOOMS.at(-1)} onClick={() => scale(1)} aria-label="放大">
            +
          </button>
        </fieldset>
        <button type="button" onClick={() => void save()}>
          <Icon name="download" size={18} /> 下载
        </button>
        {children}
      </header>
      {told && <p role="alert">{told}</p>}
      <section
        className="preview-sheet"
        aria-label={pages > 1 ? `第 ${page} 页，共 ${pages} 页` : '内容'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
      >
        {!told && !url && <p role="status">正在打开…</p>}
        {blob?.type.startsWith('image/') && (
          <img src={url} alt={name} style={zoom === 100 ? { maxWidth: '100%' } : { width: `${zoom}%` }} />
        )}
        {blob?.type === 'application/pdf' && (
          <Suspense fallback={<p role="status">正在打开…</p>}>
            <PdfPage blob={blob} page={page} zoom={zoom} onPages={setPages} onProblem={setProblem} />
          </Suspense>
        )}
      </section>
    </div>
  )
}

function Pages({ page, pages, turn }: { page: number; pages: number; turn: (by: number) => void }) {
  if (pages === 1) return null
  return (
    <fieldset className="preview-tools" aria-label="翻页">
      <button type="button" disabled={page === 1} onClick={() => turn(-1)} aria-label="上一页">
        <Icon name="left" size={18} />
      </button>
      <output>
        {page} / {pages}
      </output>
      <button type="button" disabled={page === pages} onClick={() => turn(1)} aria-label="下一页">
        <Icon name="right" size={18} />
      </button>
    </fieldset>
  )
}
