export default function StaffFigures() {
  return null
}
