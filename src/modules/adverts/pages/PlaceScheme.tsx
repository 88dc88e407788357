import { type Position, positions } from '../positions.ts'
import { schemes, viewOf, type Where } from './placeSchemes.ts'
import './placeScheme.css'

type Props = { position: Position /** What stands there today. */; picture: string | undefined }

/** Where on its page a position stands, drawn at both widths: the part of the page around it, in proportion. */
export const PlaceScheme = ({ position, picture }: Props) => (
  <div className="place-schemes">
    <Scheme position={position} picture={picture} where="desktop" />
    <Scheme position={position} picture={picture} where="phone" />
  </div>
)

const names: Record<Where, string> = { desktop: '电脑', phone: '手机' }
/** Between two lines of text, in pixels of the page. */
const LINE = 44

function Scheme({ position, picture, where }: Props & { where: Where }) {
  const { page } = schemes[position]
  const { drawn, slot, from, height, screen } = viewOf(position, where)
  const [x, y, width, tall] = slot
  const size = positions[position]
  const caption = `${names[where]}：第 ${screen} 屏`
  return (
    <figure>
      <svg
        className="place-scheme"
        data-where={where}
        viewBox={`0 ${from} ${drawn.width} ${height}`}
        role="img"
        aria-label={`${positions[position].name}在${names[where]}上的位置：${page.name}第 ${screen} 屏`}
      >
        {drawn.dark.map(box => (
          <Part key={box.join()} box={box} kind="dark" />
        ))}
        {drawn.boxes.map(box => (
          <Part key={box.join()} box={box} kind="box" />
        ))}
        {drawn.lines.flatMap(([left, top, wide, high]) =>
          Array.from({ length: Math.floor(high / LINE) }, (_, i) => (
            <Part
              key={`${left} ${top} ${i}`}
              box={[left, top + i * LINE, i % 3 === 2 ? wide * 0.7 : wide, LINE * 0.4]}
              kind="line"
            />
          )),
        )}
        {picture && (
          <image
            href={picture}
            x={x}
            y={y}
            width={width}
            height={Math.min(tall, (width * size.height) / size.width)}
            preserveAspectRatio="xMidYMid slice"
          />
        )}
        <rect
          className="place-slot"
          data-taken={picture !== undefined || undefined}
          x={x}
          y={y}
          width={width}
          height={tall}
        />
      </svg>
      <figcaption aria-hidden="true">{caption}</figcaption>
    </figure>
  )
}

const Part = ({ box: [x, y, width, height], kind }: { box: readonly number[]; kind: 'dark' | 'box' | 'line' }) => (
  <rect className={`place-${kind}`} x={x} y={y} width={width} height={height} />
)
