// A program that is no business of libtrack's.
int main() {
  return 0;
}
