import { icons } from './icons.ts'

/** A button: pressed it is `value`, else the format is absent. `key` is what it is to React. */
export type Toggle = { key: string; format: string; value: string | boolean; name: string; icon: string }
export type Choice = { format: string; name: string; options: readonly (readonly [value: string, name: string])[] }
export type Command = {
  key: string
  run: 'indent' | 'outdent' | 'link' | 'image' | 'video' | 'table' | 'clean' | 'undo' | 'redo'
  name: string
  icon: string
}
type Group = { name: string; toggles?: Toggle[]; choices?: Choice[]; commands?: Command[] }

const toggle = (format: string, name: string, icon: string, value: string | boolean = true): Toggle => ({
  key: `${format}-${value}`,
  format,
  value,
  name,
  icon,
})
const command = (run: Command['run'], name: string, icon: string): Command => ({ key: run, run, name, icon })

const inks = [
  ...([
    ['', '默认'],
    ['#b03505', '橙红'],
    ['#c1121f', '红'],
    ['#8a5300', '棕'],
    ['#1b6e3c', '绿'],
  ] as const),
  ...([
    ['#0b4a7f', '蓝'],
    ['#5b2a86', '紫'],
    ['#5a6672', '灰'],
    ['#ffffff', '白'],
  ] as const),
] as const
const papers = [
  ...([
    ['', '无'],
    ['#fff6e0', '浅黄'],
    ['#ffe8dc', '浅橙'],
    ['#fdecec', '浅红'],
    ['#e9f6ee', '浅绿'],
  ] as const),
  ...([
    ['#dfeef8', '浅蓝'],
    ['#eef1f4', '浅灰'],
    ['#0b4a7f', '深蓝'],
    ['#14191f', '黑'],
  ] as const),
] as const

/** The toolbar, as the specification lists it (spec.md section 5), tables, and what was done back and again. */
export const groups: Group[] = [
  {
    name: '段落与字体',
    choices: [
      {
        format: 'header',
        name: '标题级别',
        options: [['', '正文'], ...[1, 2, 3, 4, 5, 6].map(level => [String(level), `标题 ${level}`] as const)],
      },
      {
        format: 'font',
        name: '字体',
        options: [
          ['', '黑体'],
          ['serif', '宋体'],
          ['monospace', '等宽'],
        ],
      },
      {
        format: 'size',
        name: '字号',
        options: [
          ['small', '小'],
          ['', '标准'],
          ['large', '大'],
          ['huge', '特大'],
        ],
      },
    ],
  },
  {
    name: '文字',
    toggles: [
      toggle('bold', '加粗', icons.bold),
      toggle('italic', '斜体', icons.italic),
      toggle('underline', '下划线', icons.underline),
      toggle('strike', '删除线', icons.strike),
      toggle('script', '下标', icons.sub, 'sub'),
      toggle('script', '上标', icons.super, 'super'),
      toggle('code', '行内代码', icons.code),
    ],
  },
  {
    name: '颜色',
    choices: [
      { format: 'color', name: '文字颜色', options: inks },
      { format: 'background', name: '背景颜色', options: papers },
    ],
  },
  {
    name: '版式',
    toggles: [
      toggle('blockquote', '引用', icons.quote),
      toggle('code-block', '代码块', icons.codeBlock),
      toggle('list', '编号列表', icons.numbers, 'ordered'),
      toggle('list', '项目列表', icons.bullets, 'bullet'),
    ],
    commands: [command('outdent', '减少缩进', icons.outdent), command('indent', '增加缩进', icons.indent)],
    choices: [
      {
        format: 'align',
        name: '对齐',
        options: [
          ['', '左对齐'],
          ['center', '居中'],
          ['right', '右对齐'],
          ['justify', '两端对齐'],
        ],
      },
      {
        format: 'direction',
        name: '文字方向',
        options: [
          ['', '从左到右'],
          ['rtl', '从右到左'],
        ],
      },
    ],
  },
  {
    name: '插入',
    commands: [
      command('link', '链接', icons.link),
      command('image', '图片', icons.image),
      command('video', '视频', icons.video),
      command('table', '插入表格', icons.table),
      command('clean', '清除格式', icons.clean),
    ],
  },
  { name: '改动', commands: [command('undo', '撤销', icons.undo), command('redo', '重做', icons.redo)] },
]
