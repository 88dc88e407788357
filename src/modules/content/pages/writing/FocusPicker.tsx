type Props = { fileId: number; x: number; y: number; onChange: (x: number, y: number) => void }

/** The point of a cover that stays in view where it is cut, chosen on the picture or by its two sliders; in percent. */
export const FocusPicker = ({ fileId, x, y, onChange }: Props) => (
  <div className="writing-focus">
    {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the sliders below do the same by key */}
    <div
      className="writing-focus-picture"
      onClick={event => {
        const box = event.currentTarget.getBoundingClientRect()
        const percent = (at: number, from: number, size: number) => Math.round(((at - from) / size) * 100)
        onChange(percent(event.clientX, box.left, box.width), percent(event.clientY, box.top, box.height))
      }}
    >
      <img src={`/api/file/${fileId}?w=320`} alt="" />
      <i style={{ left: `${x}%`, top: `${y}%` }} />
    </div>
    <p>图片被裁切时，标记处总会露出。点图选择，或：</p>
    <label>
      自左 {x}%
      <input type="range" min="0" max="100" value={x} onChange={event => onChange(Number(event.target.value), y)} />
    </label>
    <label>
      自上 {y}%
      <input type="range" min="0" max="100" value={y} onChange={event => onChange(x, Number(event.target.value))} />
    </label>
  </div>
)
