'use strict';

/** https://cdn…/@tensorflow/tfjs@4.22.0/dist/tf.min.js */
const IN_ADDRESS = /@tensorflow\/tfjs(?:-core)?@(\d[\w.-]*)/;

/** @param {string[]} files @returns {string} '' where no address says it */
function versionInAddresses(files) {
  for (const file of files) {
    const found = IN_ADDRESS.exec(file);
    if (found !== null) return found[1];
  }
  return '';
}

/** The version that the library says of itself, where it is a global of the page. */
function versionInRealm(realm) {
  try {
    const tf = realm.tf || (realm.ml5 && realm.ml5.tf);
    return String((tf && tf.version && (tf.version.tfjs || tf.version['tfjs-core'])) || '');
  } catch {
    return '';
  }
}

module.exports = { versionInAddresses, versionInRealm };
