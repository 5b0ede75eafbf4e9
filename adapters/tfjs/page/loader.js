const loaded = {};
// './x' is in the folder of who asks, '../folder/x' names its own.
const load = (name) => {
  if (loaded[name] === undefined) {
    const module = loaded[name] = { exports: {} };
    const folder = name.slice(0, name.indexOf('/') + 1);
    const require = (file) => load(file.startsWith('../') ? file.slice(3) : folder + file.slice(2));
    files[name](module, module.exports, require);
  }
  return loaded[name].exports;
};
