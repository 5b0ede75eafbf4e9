var s=class{scores=[];remember(r,o){let e=tf.tidy(()=>r.matMul(o).mean());this.scores.push(e)}};async function n(){await tf.setBackend("cpu");let t=tf.ones([4,4]),r=new s,o=()=>{let e=tf.ones([2,4]);r.remember(e,t),e.dispose(),requestAnimationFrame(o)};o()}n();
//# sourceMappingURL=index-VFVLYSWS.js.map
