/** The media that speak of the demo association are made up, as it is. */
export const demoMedia = [
  { name: '锅炉水处理观察', url: 'https://example.com/boiler-water' },
  { name: '工业热能周刊', url: 'https://example.com/heat-weekly' },
  { name: '化学清洗之窗', url: 'https://example.com/chemical-cleaning' },
]
