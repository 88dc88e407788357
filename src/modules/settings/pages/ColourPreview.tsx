import { Button } from 'antd'
import { type CSSProperties, useEffect, useId } from 'react'
import type { FormValues } from '#lib/form/form.ts'
import { Tag } from '#ui/Tag.tsx'
import { contrast, isColour } from '../colours.ts'
import { allShadesOf, type Colours, colourFaults, nearestReadable, ownColours, ownInContrast } from '../theme.ts'
import './colourPreview.css'

export const coloursIn = ({ main, accent }: FormValues): Colours => ({
  main: String(main ?? '').trim(),
  accent: String(accent ?? '').trim(),
})

/** Colours saved since the page was loaded. */
let savedColours: Colours | undefined

/** Applies saved colours to this page at once; other pages have them when they are loaded. */
export function keepColours(colours: Colours) {
  savedColours = colours
  applyColours(colours)
}

/** Restores the saved colours after a preview. */
function restoreColours() {
  if (savedColours) applyColours(savedColours)
  else
    for (const name of Object.keys(allShadesOf(ownColours))) document.documentElement.style.removeProperty(`--${name}`)
}

function applyColours(colours: Colours) {
  const { style, dataset } = document.documentElement
  for (const [name, value] of Object.entries(allShadesOf(colours)))
    if (dataset.contrast !== 'high' || !ownInContrast.includes(name)) style.setProperty(`--${name}`, value)
}

type Props = { typed: FormValues; change: (values: FormValues) => void }
const labels: Record<keyof Colours, string> = { main: '主色', accent: '辅色' }

/** Previews the two colours on this page and on sample components. */
export function ColourPreview({ typed, change }: Props) {
  const colours = coloursIn(typed)
  const id = useId()
  const faults = colourFaults(colours)
  const good = nearestReadable(colours)
  const isGood = Object.keys(faults).length === 0
  const tried = isGood ? `${colours.main} ${colours.accent}` : ''
  useEffect(() => {
    if (!tried) return
    const [main = '', accent = ''] = tried.split(' ')
    applyColours({ main, accent })
    return restoreColours
  }, [tried])
  return (
    <section className="colour-preview" aria-label="颜色预览">
      <div className="colour-choices">
        {(['main', 'accent'] as const).map(name => (
          <p key={name}>
            <label htmlFor={`${id}-${name}`}>选取{labels[name]}</label>
            <input
              id={`${id}-${name}`}
              type="color"
              value={isColour(colours[name]) ? colours[name].toLowerCase() : ownColours[name]}
              onChange={event => change({ ...typed, [name]: event.target.value })}
            />
            {isColour(colours[name]) && <span>与白色的对比度 {contrast(colours[name], '#ffffff').toFixed(1)}:1</span>}
            {faults[name] && (
              <>
                <span className="field-error">{faults[name]}</span>
                <Button onClick={() => change({ ...typed, [name]: good[name] })}>改用 {good[name]}</Button>
              </>
            )}
          </p>
        ))}
      </div>
      <Sample colours={isGood ? colours : good} />
      <p>
        颜色可用时，本页已按它显示；保存后所有页面立即更新。
        <Button onClick={() => change({ ...typed, ...ownColours })}>恢复程序自带的颜色</Button>
      </p>
    </section>
  )
}

function Sample({ colours }: { colours: Colours }) {
  const shades = Object.entries(allShadesOf(colours)).map(([name, value]) => [`--${name}`, value])
  return (
    <div className="colour-sample" style={Object.fromEntries(shades) as CSSProperties} aria-hidden="true">
      <b>栏目标题</b>
      <span className="colour-sample-link">链接</span>
      <span className="colour-sample-action">立即办理</span>
      <span className="colour-sample-structure">菜单</span>
      <Tag tone="water">进行中</Tag>
    </div>
  )
}
