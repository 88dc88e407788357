import { Button } from 'antd'
import { type FocusEvent, useContext, useId, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { PlainSection, type SectionProps } from './FormSections.tsx'
import { isIncomplete, progressText } from './formProgress.ts'
import { type OpenSections, SectionsAround } from './openSections.ts'
import './foldingSection.css'

/** A section of a form that may fold: into its heading, with what was filled in. */
export function FoldingSection({ name, children }: SectionProps) {
  const sections = useContext(SectionsAround)
  const part = sections?.of(name)
  if (!sections || !part) return <PlainSection name={name}>{children}</PlainSection>
  return (
    <Folding part={part} {...sections}>
      {children}
    </Folding>
  )
}

type Props = Pick<OpenSections, 'isWhole' | 'open'> & {
  part: NonNullable<ReturnType<OpenSections['of']>>
  children: SectionProps['children']
}

function Folding({ part, isWhole, open, children }: Props) {
  const { name, faults, isOpen, isCurrent, next, said } = part
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  /** Position before other sections fold: the section is scrolled back to it. */
  const stood = useRef<number>(undefined)
  useLayoutEffect(() => {
    // React knows `hidden` as yes or no; so the browser's own search finds what is folded, and opens it.
    if (isOpen) body.current!.removeAttribute('hidden')
    else body.current!.setAttribute('hidden', 'until-found')
  }, [isOpen])
  useLayoutEffect(() => {
    if (!isCurrent || stood.current === undefined) return
    scrollBy({ top: topOf(body.current!) - stood.current, behavior: 'instant' })
    stood.current = undefined
  }, [isCurrent])
  useLayoutEffect(() => {
    const found = () => flushSync(() => open(name))
    const within = body.current!
    within.addEventListener('beforematch', found)
    return () => within.removeEventListener('beforematch', found)
  }, [name, open])
  const enter = () => {
    if (isCurrent || isWhole) return
    stood.current = topOf(body.current!)
    open(name)
  }
  /** Opens on focus, but not during a press: the pressed element must stay below the pointer. */
  const focusIn = ({ currentTarget }: FocusEvent<HTMLElement>) => currentTarget.matches(':active') || enter()
  const goOn = () => {
    flushSync(() => open(next!.name))
    const heading = body.current!.closest('form')!.querySelector<HTMLElement>('legend > [aria-expanded="true"]')
    heading!.focus({ preventScroll: true })
    heading!.closest('fieldset')!.scrollIntoView({ block: 'start' })
  }
  const count = faults ? `有 ${faults} 处需要更正` : `${isIncomplete(part) ? '必填 ' : ''}${progressText(part)}`
  return (
    <fieldset className="form-section">
      <legend>
        {isWhole ? (
          name
        ) : (
          <button
            type="button"
            className="section-heading"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => (isCurrent ? open(undefined) : enter())}
          >
            {name}
            <span data-wrong={faults > 0 || undefined}>{count}</span>
          </button>
        )}
      </legend>
      {!isOpen && <p className="section-said">{said || '尚未填写'}</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: nothing is pressed here but what is within */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: by keys one comes in with the focus */}
      <div ref={body} id={id} onClick={enter} onFocus={focusIn}>
        {children}
        {next && !isWhole && (
          <Button className="section-next" onClick={goOn}>
            下一节：{next.name}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

const topOf = (body: HTMLElement) => body.parentElement!.getBoundingClientRect().top
