import { Radio } from 'antd'
import { type MouseEvent, type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import { iso } from '#lib/dates.ts'
import type { UploadedFile } from '#ui/file/Upload.tsx'
import type { ArticleValues } from '../../articleValues.ts'
import { ArticleText } from '../ArticleText.tsx'
import './preview.css'

const WIDTHS = { phone: '手机', desktop: '电脑' } as const

/** The working copy as the public page will show it, at the width of a phone and of a desk. Nobody else sees it. */
export function Preview({ values, known }: { values: ArticleValues; known: readonly UploadedFile[] }) {
  const [width, setWidth] = useState<keyof typeof WIDTHS>('phone')
  const now = new Date()
  const files = values.files.map(({ id, name }) => ({
    id,
    name,
    url: `/api/file/${id}?download=1`,
    ext: name.split('.').pop()!.toLowerCase(),
    size: known.find(file => file.id === id)?.size ?? 0,
  }))
  return (
    <>
      <Radio.Group
        aria-label="预览的宽度"
        optionType="button"
        value={width}
        onChange={event => setWidth(event.target.value)}
        options={Object.entries(WIDTHS).map(([value, label]) => ({ value, label }))}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame wider than the screen is moved by the arrow keys */}
      <section className="writing-preview" data-width={width} aria-label="预览，可以左右滚动" tabIndex={0}>
        <Frame title={`预览：${WIDTHS[width]}宽度`}>
          <article className="article writing-sheet">
            <ArticleText
              article={{
                ...values,
                files,
                title: values.title || '（未填标题）',
                publishTime: values.publishTime ?? iso(now),
                noticeOpen: values.noticeEndTime ? new Date(values.noticeEndTime) > now : null,
              }}
            />
          </article>
        </Frame>
      </section>
    </>
  )
}

/** A document of its own with the look of this one: only so do the rules for narrow screens hold within. */
function Frame({ title, children }: { title: string; children: ReactNode }) {
  const [inside, setInside] = useState<HTMLElement | null>(null)
  const furnish = useCallback((frame: HTMLIFrameElement | null) => {
    const made = frame?.contentDocument
    if (!made) return
    made.documentElement.lang = 'zh-CN'
    made.title = '预览'
    made.head.replaceChildren(
      ...[...document.querySelectorAll('link[rel="stylesheet"], style')].map(of => made.importNode(of, true)),
    )
    // Above a public page stands the menu; here nothing does.
    made.body.style.paddingTop = '0'
    setInside(made.body)
  }, [])
  // A link would lead the frame away from what is previewed.
  const stay = (event: MouseEvent) => (event.target as Element).closest('a') && event.preventDefault()
  return (
    <>
      <iframe title={title} ref={furnish} onLoad={event => furnish(event.currentTarget)} />
      {inside && createPortal(<div onClickCapture={stay}>{children}</div>, inside)}
    </>
  )
}
